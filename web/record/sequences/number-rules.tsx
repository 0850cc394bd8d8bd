import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { RuleDialog } from '#web/record/sequences/rule-dialog.tsx';
import styles from '#web/record/sequences/sequences.module.css';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { perDepartment } from '#shared/record/sequence/pattern.ts';
import { sequenceCalls, type ListedSequence } from '#shared/record/sequence/sequence-calls.ts';

/** The rules by which records of all types are numbered. */
export function NumberRules() {
  const text = useText();
  const isPhone = useIsPhone();
  const query = useQuery(callQuery(sequenceCalls.list, {}));
  const [edited, setEdited] = useState<ListedSequence | null>(null);
  const perOf = ({ per, relations }: ListedSequence): string =>
    per === ''
      ? text('number_rule.together')
      : text('number_rule.each', {
          name:
            per === perDepartment
              ? text('number_rule.part_department')
              : (relations.find(({ fieldName }) => fieldName === per)?.name ?? per),
        });
  const previewOf = ({ pattern, preview }: ListedSequence): string =>
    pattern === '' ? '' : (preview ?? text('number_rule.depends'));
  const ruleOf = ({ pattern }: ListedSequence) => (pattern === '' ? text('number_rule.none') : <code>{pattern}</code>);
  const edit = (row: ListedSequence) => (
    <Button
      type="link"
      size="small"
      aria-label={text('number_rule.edit', { name: `${row.typeName} ${row.name}` })}
      onClick={() => setEdited(row)}
    >
      {text('action.edit')}
    </Button>
  );
  return (
    <>
      <p className={styles['hint']}>{text('number_rule.hint')}</p>
      <PageState query={query} isEmpty={(rows) => rows.length === 0}>
        {(rows) =>
          isPhone ? (
            <ul className="boxes">
              {rows.map((row) => (
                <li key={row.fieldId}>
                  <strong>
                    {row.typeName} · {row.name}
                  </strong>
                  <p>{ruleOf(row)}</p>
                  <p>
                    {text(`number_rule.${row.reset}`)} · {perOf(row)}
                  </p>
                  <p>
                    {text('number_rule.preview')}: {previewOf(row)}
                  </p>
                  {edit(row)}
                </li>
              ))}
            </ul>
          ) : (
            <PlainTable<ListedSequence>
              rowKey="fieldId"
              dataSource={[...rows]}
              columns={[
                { key: 'type', title: text('number_rule.type'), dataIndex: 'typeName' },
                { key: 'field', title: text('number_rule.field'), dataIndex: 'name' },
                { key: 'rule', title: text('number_rule.title'), render: (_value, row) => ruleOf(row) },
                {
                  key: 'reset',
                  title: text('number_rule.reset'),
                  render: (_value, { reset }) => text(`number_rule.${reset}`),
                },
                { key: 'per', title: text('number_rule.per'), render: (_value, row) => perOf(row) },
                { key: 'preview', title: text('number_rule.preview'), render: (_value, row) => previewOf(row) },
                { key: 'acts', title: text('number_rule.actions'), render: (_value, row) => edit(row) },
              ]}
            />
          )
        }
      </PageState>
      {edited && <RuleDialog rule={edited} onClose={() => setEdited(null)} />}
    </>
  );
}
