import { useQuery } from '@tanstack/react-query';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/approval/difference.module.css';
import { decimalText } from '#web/record/cells/decimal-text.ts';
import { PageState } from '#web/ui/states/page-state.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { Dash } from '#web/ui/values/dash.tsx';
import { Moment } from '#web/ui/values/moment.tsx';
import { approvalCalls, type ApprovalChange, type Deviation } from '#shared/approval/approval-calls.ts';
import type { FormType } from '#shared/record/field.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';

type Answer = OutputOf<typeof approvalCalls.difference>;

/** What an approver looks at first: what differs from prices and plans, and what has changed since the version before. */
export function Difference({ recordId }: { readonly recordId: number }) {
  const text = useText();
  const query = useQuery(callQuery(approvalCalls.difference, { recordId }));
  return (
    <PageState query={query}>
      {({ deviations, ...changed }) => (
        <div className={styles['difference']}>
          {deviations.length > 0 && (
            <section>
              <h4>{text('approval.deviations', { count: deviations.length })}</h4>
              <ul>
                {deviations.map((one, at) => (
                  <DeviationRow key={at} deviation={one} />
                ))}
              </ul>
            </section>
          )}
          {changed.since === 'none' ? (
            deviations.length === 0 && <p className={styles['none']}>{text('approval.no_deviation')}</p>
          ) : (
            <Changes {...changed} />
          )}
        </div>
      )}
    </PageState>
  );
}

function DeviationRow({ deviation }: { readonly deviation: Deviation }) {
  const text = useText();
  const { line, name, formType, value, expectedName, expected, isGrave } = deviation;
  return (
    <li data-grave={isGrave === 1}>
      <span className={styles['name']}>
        {line || name} {isGrave === 1 && <StatusTag tone="danger">{text('approval.grave')}</StatusTag>}
      </span>
      <span className={styles['values']}>
        <span className={styles['before']}>
          {expectedName} {shown(formType, expected)}
        </span>
        <span>
          {name} <strong>{shown(formType, value)}</strong>
        </span>
      </span>
    </li>
  );
}

function Changes({ since, sinceTime, changes, lines }: Omit<Answer, 'deviations'>) {
  const text = useText();
  const count = changes.length + lines.length;
  return (
    <section>
      <h4>
        {text(since === 'approved' ? 'approval.since_approved' : 'approval.since_submitted', { count })}{' '}
        <small>
          <Moment value={sinceTime} />
        </small>
      </h4>
      {count === 0 && <p className={styles['none']}>{text('approval.unchanged')}</p>}
      <ul>
        {changes.map((change) => (
          <ChangeRow key={change.fieldName} change={change} />
        ))}
        {lines.map(({ lineId, name, kind, changes: inLine }) => (
          <li key={lineId} data-kind={kind}>
            <span className={styles['name']}>
              {name || text('lines.name')} <small>{text(`approval.line_${kind}`)}</small>
            </span>
            {kind === 'changed' && (
              <ul>
                {inLine.map((change) => (
                  <ChangeRow key={change.fieldName} change={change} />
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function ChangeRow({ change: { name, formType, fromText, toText } }: { readonly change: ApprovalChange }) {
  const text = useText();
  const [before, after] = [shown(formType, fromText), shown(formType, toText)];
  return (
    <li>
      <span className={styles['name']}>{name}</span>
      <span className={styles['values']}>
        {before !== '' && (
          <del className={styles['before']}>
            <span className="only-read">{text('approval.was')}</span> {before}
          </del>
        )}
        <ins>
          <span className="only-read">{text('approval.is')}</span> {after || <Dash />}
        </ins>
      </span>
    </li>
  );
}

/** Amounts as everywhere else. */
const shown = (formType: string, value: string): string =>
  decimalText({ formType: formType as FormType }, value) ?? value;
