import { PrinterOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { useMay } from '#web/lib/session/session.ts';
import { codeIn, fieldsAddress } from '#web/modules/crm/custom-fields/designer-address.ts';
import { Designer, readOnce } from '#web/record/designer/designer.tsx';
import { printedTypes } from '#web/record/print/printed-types.ts';
import { templatesOf } from '#web/record/print/template-address.ts';
import { toast } from '#web/ui/feedback.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { customerType } from '#shared/crm/customer-type.ts';
import { leadsType } from '#shared/crm/leads-type.ts';
import { heldType } from '#shared/record/field.ts';
import { fieldCalls } from '#shared/record/calls/field-calls.ts';
import { fieldIndexCalls } from '#shared/record/designer/field-index-calls.ts';

/** /manager/custom-field/handlefield/{type}/{code}{name}: the designer of one form. */
export function FormDesignerPage() {
  const text = useText();
  const navigate = useNavigate();
  const may = useMay();
  const { '*': rest = '' } = useParams();
  const label = codeIn(rest);
  const forms = useQuery(callQuery(fieldCalls.modules, {}));
  const isConverted = label === leadsType.code;
  const targets = useQuery({
    ...callQuery(fieldCalls.adminList, { label: customerType.code }),
    enabled: isConverted,
  });
  return (
    <PageState query={forms}>
      {(all) => {
        const form = all.find((one) => one.label === label);
        if (!form) return <Navigate to={fieldsAddress} replace />;
        const found = (isConverted ? (targets.data ?? []) : []).map((field) => ({
          ...field,
          formType: heldType(field),
        }));
        return (
          <TypeDesigner
            key={form.label}
            label={form.label}
            title={form.name}
            targets={found}
            further={
              printedTypes(may).some(({ code }) => code === form.label)
                ? [
                    {
                      key: 'templates',
                      label: text('page.templates'),
                      icon: <PrinterOutlined aria-hidden />,
                      run: () => void navigate(templatesOf(form.label)),
                    },
                  ]
                : []
            }
            onBack={() => void navigate(fieldsAddress)}
          />
        );
      }}
    </PageState>
  );
}

/** Milliseconds: a new name of an option is written into every record that has the old one. */
const patience = 300_000;

type TypeDesignerProps = Pick<ComponentProps<typeof Designer>, 'title' | 'targets' | 'further' | 'onBack'> & {
  readonly label: number;
};

function TypeDesigner({ label, ...props }: TypeDesignerProps) {
  const query = useQuery({ ...callQuery(fieldCalls.adminList, { label }), ...readOnce });
  const save = useAction(fieldCalls.adminSave, {
    timeoutMs: patience,
    refreshes: [fieldCalls.adminList, fieldCalls.modules, fieldCalls.recompute, fieldIndexCalls.states],
    onDone: () => toast.success(textOf('action.done')),
  });
  return (
    <Designer
      {...props}
      label={label}
      query={query}
      isSaving={save.isPending}
      onSave={(change, refused) => save.mutate({ label, ...change }, { onError: refused })}
    />
  );
}
