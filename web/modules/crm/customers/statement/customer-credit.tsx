import { Button } from 'antd';
import { useAction } from '#web/lib/http/queries.ts';
import { usePages } from '#web/lib/http/pages.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { useMay } from '#web/lib/session/session.ts';
import { confirm, toast } from '#web/ui/feedback.tsx';
import { SmallPager } from '#web/ui/small-pager.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { creditCalls, type CreditRow } from '#shared/crm/ledger/credit-calls.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';
import styles from '#web/modules/crm/contract-money.module.css';

const perPage = 15;

/** What is left of a customer's credit, and the prepayments and refunds it comes from, each of which can be taken back. */
export function CustomerCredit({ customerId }: { readonly customerId: number }) {
  const text = useText();
  const may = useMay();
  const { query, pages } = usePages(creditCalls.list, { customerId }, perPage);
  const takeBack = useAction(creditCalls.void, {
    refreshes: [creditCalls.list, creditCalls.statement],
    onDone: () => toast.success(textOf('action.done')),
  });
  const handleVoid = async ({ creditId, creditNumber: number, money }: CreditRow) => {
    const question = text('credit.void_question', { number, money: withSeparators(money) });
    if (await confirm({ title: text('credit.void_act'), text: question, okText: text('credit.void_act') }))
      takeBack.mutate({ creditId });
  };
  const { data } = query;
  if (!data || (data.list.length === 0 && Number(data.credit) === 0)) return null;
  return (
    <section aria-label={text('credit.left')}>
      <p className={styles['balance']}>
        <span>{text('credit.left')}</span>
        <strong>{withSeparators(data.credit)}</strong>
      </p>
      <ul className={styles['entries']}>
        {data.list.map((row) => (
          <li key={row.creditId}>
            <span className={styles['entry']}>
              <span>
                {text(`credit.kind.${row.kind}` as MessageKey)} {row.creditNumber}{' '}
                {row.voidTime !== '' && <StatusTag tone="neutral">{text('credit.voided')}</StatusTag>}
              </span>
              <strong>{withSeparators(row.money)}</strong>
            </span>
            <small>
              {[row.paidOn, row.createUserName, row.remark].filter((part) => part !== '').join(' · ')}
              {row.voidTime === '' && may('crm:ledger:credit') && (
                <Button type="link" size="small" onClick={() => void handleVoid(row)}>
                  {text('credit.void_act')}
                </Button>
              )}
            </small>
          </li>
        ))}
      </ul>
      <SmallPager {...pages} total={data.totalRow} />
    </section>
  );
}
