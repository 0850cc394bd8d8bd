import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isCallError } from '#web/lib/http/call-error.ts';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { askedOf, firstTyped } from '#web/modules/crm/contracts/instalments/instalments.ts';
import { InstalmentsFields } from '#web/modules/crm/contracts/instalments/instalments-fields.tsx';
import styles from '#web/modules/crm/contracts/instalments/instalments.module.css';
import { InstalmentsPreview } from '#web/modules/crm/contracts/instalments/instalments-preview.tsx';
import type { ActionDialogProps } from '#web/record/record-screen.ts';
import { idsOf } from '#web/record/row.ts';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { planCalls } from '#shared/crm/plans/plan-calls.ts';
import { areDue, instalmentsOf } from '#shared/crm/plans/periods.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';
import { companyTime } from '#shared/record/time.ts';

/** Plans what a contract has left in instalments, which are shown before they are made. */
export function InstalmentsDialog({ screen, rows, onClose, onDone }: ActionDialogProps) {
  const text = useText();
  const [contractId = 0] = idsOf(screen.type, rows);
  const query = useQuery({ ...callQuery(planCalls.left, { contractId }), staleTime: 0, gcTime: 0 });
  const [typed, setTyped] = useState(() => firstTyped(companyTime(Date.now()).slice(0, 10)));
  const add = useAction(planCalls.addPeriods, {
    quiet: true,
    onDone: ({ operationId, count }) => onDone({ operationId, count, told: 'plan.instalments_added' }),
  });
  const asked = askedOf(contractId, typed);
  const instalments = query.data && asked ? instalmentsOf(query.data.left, asked) : [];
  const isNothingLeft = instalments.length > 0 && !areDue(instalments);
  const refusal = isNothingLeft ? text('plan.nothing_left') : isCallError(add.error) && add.error.msg;
  return (
    <Dialog
      open
      width={600}
      rootClassName="whole-on-phone"
      title={text('plan.instalments')}
      mask={{ closable: false }}
      okText={text('action.save')}
      cancelText={text('action.cancel')}
      okButtonProps={{ disabled: instalments.length === 0 || isNothingLeft }}
      confirmLoading={add.isPending}
      onOk={() => asked && add.mutate(asked)}
      onCancel={onClose}
    >
      <PageState query={query}>
        {({ contractMoney, left, nextNumber }) => (
          <>
            <InstalmentsFields
              value={typed}
              first={nextNumber}
              onChange={(changed) => {
                add.reset();
                setTyped({ ...typed, ...changed });
              }}
            />
            <p className={styles['left']}>
              <span>{text('plan.unplanned', { total: withSeparators(contractMoney) })}</span>
              <b>{withSeparators(left)}</b>
            </p>
            {refusal ? (
              <p role="alert" className={styles['refusal']}>
                {refusal}
              </p>
            ) : null}
            {asked ? (
              <InstalmentsPreview instalments={instalments} first={nextNumber} />
            ) : (
              <p className={styles['hint']}>{text('plan.incomplete')}</p>
            )}
          </>
        )}
      </PageState>
    </Dialog>
  );
}
