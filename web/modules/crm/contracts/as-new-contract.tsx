import { useQuery } from '@tanstack/react-query';
import { use, useId } from 'react';
import { useNavigate } from 'react-router';
import { call } from '#web/lib/http/client.ts';
import { recordPath } from '#web/modules/crm/record-pages.ts';
import { asNew } from '#web/modules/crm/contracts/as-new.ts';
import { NewRecordContext } from '#web/record/record-types.ts';
import type { ActionDialogProps } from '#web/record/record-screen.ts';
import { idsOf } from '#web/record/row.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { fieldCalls } from '#shared/record/calls/field-calls.ts';

interface AsNewProps extends ActionDialogProps {
  readonly isRenewal: boolean;
}

/** The form of a new contract with what another one says. */
function AsNewContract({ isRenewal, screen, rows, onClose, onDone }: AsNewProps) {
  const showForm = use(NewRecordContext);
  const navigate = useNavigate();
  const [id = 0] = idsOf(contractType, rows);
  const asked = { label: contractType.code, id };
  const query = useQuery({
    queryKey: [fieldCalls.form.path, asked, useId()],
    queryFn: async () => {
      const [fields, lines] = await Promise.all([call(fieldCalls.form, asked), call(fieldCalls.lines, asked)]);
      return asNew(fields, lines, isRenewal);
    },
    gcTime: 0,
  });
  if (!query.data) return null;
  return showForm({
    screen,
    initial: query.data,
    onClose,
    onSaved: (contractId) => {
      onDone({ operationId: null, count: 1, told: 'form.added' });
      const path = recordPath(contractType.name, contractId);
      if (path) void navigate(path);
    },
  });
}

export const CopyContract = (props: ActionDialogProps) => <AsNewContract {...props} isRenewal={false} />;
export const RenewContract = (props: ActionDialogProps) => <AsNewContract {...props} isRenewal />;
