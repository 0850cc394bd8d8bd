import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { useMay } from '#web/lib/session/session.ts';
import { FieldFigure } from '#web/record/detail/field-figure.tsx';
import { NextStep } from '#web/record/detail/next-step.tsx';
import { When } from '#web/record/follow-up/when.tsx';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { pageTypeOf } from '#web/record/field-types/page-types.ts';
import { Moment } from '#web/ui/values/moment.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import styles from '#web/record/detail/detail-aside.module.css';
import type { Row } from '#web/record/row.ts';
import type { ApprovalRecord } from '#shared/approval/approval-calls.ts';
import type { FilterField } from '#shared/record/calls/field-calls.ts';
import { can } from '#shared/record/capabilities/capability.ts';

const ApprovalAside = lazyOverlay(() => import('#web/record/approval/approval-aside.tsx'), 'ApprovalAside');

/** Something that there is a number of, under a tab of its own. */
export interface Fact {
  readonly key: string;
  readonly name: string;
  readonly count: number;
  /** Shows what was counted. */
  readonly open: () => void;
}

interface AsideProps {
  readonly screen: RecordScreen;
  readonly id: number;
  readonly record: Row;
  readonly fields: readonly FilterField[];
  readonly counts: readonly Fact[];
  readonly mayEdit: boolean;
  /** The tab that is open: what it shows is not shown twice. */
  readonly tab: string;
  /** Of a document in approval, and the way to its tab. */
  readonly approval?: ApprovalRecord;
  readonly onApproval?: () => void;
  /** Goes to the box for a follow-up; absent for who may not write one. */
  readonly onWrite?: () => void;
}

/** Beside the tabs of a record: what is next, what one has to know, and who works on it (ui "Drawer template"). */
export function DetailAside({
  screen,
  id,
  record,
  fields,
  counts,
  mayEdit,
  tab,
  approval,
  onApproval,
  onWrite,
}: AsideProps) {
  const text = useText();
  const may = useMay();
  const team = screen.panels.find(
    ({ key, access, fits }) =>
      key === 'team' && tab !== key && (access === undefined || may(access)) && (fits?.(record) ?? true),
  );
  const hasFollowUps = can(screen.type, 'followUps');
  const hasNext =
    screen.type.fields.some(({ fieldName }) => fieldName === 'next_time') && Object.hasOwn(record, 'nextTime');
  return (
    <aside className={styles['aside']} aria-label={text('aside.title')}>
      {approval && onApproval && (
        <section>
          <ApprovalAside approval={approval} onOpen={onApproval} />
        </section>
      )}
      {(hasFollowUps || hasNext) && (
        <Part
          title={text('aside.next')}
          {...(onWrite && {
            act: (
              <Button type="text" size="small" onClick={onWrite}>
                {text('cell.follow_up')}
              </Button>
            ),
          })}
        >
          {hasNext && <NextStep screen={screen} record={record} mayEdit={mayEdit} />}
          {record['followup'] === 0 && (
            <p className={styles['states']}>
              <StatusTag tone="primary">{text('aside.unfollowed')}</StatusTag>
            </p>
          )}
        </Part>
      )}
      <Part title={text('aside.facts')}>
        <dl>
          {kindsOf(screen, record, fields).map((field) => (
            <div key={field.fieldName}>
              <dt>{field.name}</dt>
              <dd>
                <FieldFigure field={field} value={record[field.fieldName]} />
              </dd>
            </div>
          ))}
          {hasFollowUps && (
            <div>
              <dt>{text('aside.last')}</dt>
              <dd>{record['lastTime'] ? <When time={String(record['lastTime'])} /> : text('aside.never')}</dd>
            </div>
          )}
          {counts.map(({ key, name, count, open }) => (
            <div key={key}>
              <dt>{name}</dt>
              <dd>
                {count === 0 ? (
                  count
                ) : (
                  <button type="button" className={styles['count']} aria-label={`${name} ${count}`} onClick={open}>
                    {count}
                  </button>
                )}
              </dd>
            </div>
          ))}
          {typeof record['createTime'] === 'string' && (
            <div>
              <dt>{text('record.create_time')}</dt>
              <dd>
                <Moment value={record['createTime']} />
              </dd>
            </div>
          )}
        </dl>
      </Part>
      {team && (
        <Part title={text(team.label)}>
          <team.Panel screen={screen} id={id} record={record} />
        </Part>
      )}
    </aside>
  );
}

interface PartProps {
  readonly title: string;
  readonly act?: ReactNode;
  readonly children: ReactNode;
}

const Part = ({ title, act, children }: PartProps) => (
  <section>
    <header>
      <h3>{title}</h3>
      {act}
    </header>
    {children}
  </section>
);

const mostKinds = 3;

/** The options by which people sort such records, apart from those of the head and the empty ones. */
const kindsOf = ({ figures }: RecordScreen, record: Row, fields: readonly FilterField[]): readonly FilterField[] =>
  fields
    .filter(
      (field) =>
        pageTypeOf(field).look === 'chip' &&
        String(record[field.fieldName] ?? '') !== '' &&
        !figures.some((figure) => 'field' in figure && figure.field === field.fieldName),
    )
    .slice(0, mostKinds);
