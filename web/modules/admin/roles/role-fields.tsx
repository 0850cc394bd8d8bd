import { useQueries } from '@tanstack/react-query';
import { Button, Radio } from 'antd';
import { useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { textOf, useText, type Text } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { useRightsTry } from '#web/modules/admin/rights-action.ts';
import { toast } from '#web/ui/feedback.tsx';
import { PlainTable, type TableColumnsType } from '#web/ui/plain-table.tsx';
import { SearchBox } from '#web/ui/search/search-box.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { useUnsavedChanges } from '#web/ui/unsaved-changes.ts';
import { fieldLevel, type FieldLevel } from '#shared/admin/field-level.ts';
import type { RoleRow } from '#shared/admin/role-calls.ts';
import { roleFieldCalls } from '#shared/admin/role-field-calls.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import { recordTypes } from '#shared/record-types.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import styles from './roles.module.css';

type FieldRow = OutputOf<(typeof roleFieldCalls)['list']>[number];
/** Changed levels by type and field. */
type Changes = ReadonlyMap<number, ReadonlyMap<number, FieldLevel>>;

interface FieldSet {
  /** Number of a type, or of the lines of one. */
  readonly label: number;
  readonly title: string;
}

const fieldSets = (text: Text): FieldSet[] =>
  (recordTypes as readonly RecordType[]).flatMap(({ code, name, lines }) => {
    const title = text(name as MessageKey);
    return [
      { label: code, title },
      ...(lines ? [{ label: lines.code, title: `${title} · ${text('role.lines')}` }] : []),
    ];
  });

const levels = [fieldLevel.open, fieldLevel.readOnly, fieldLevel.masked, fieldLevel.hidden] as const;

/** 字段权限: what the role may do with every field of every type, lines included, on one grid. */
export function RoleFields({ role: { roleId } }: { readonly role: RoleRow }) {
  const text = useText();
  const sets = fieldSets(text);
  const [search, setSearch] = useState('');
  const [changes, setChanges] = useState<Changes>(new Map());
  const [isSaving, setSaving] = useState(false);
  const queries = useQueries({ queries: sets.map(({ label }) => callQuery(roleFieldCalls.list, { roleId, label })) });
  const attempt = useRightsTry(roleFieldCalls.save, [roleFieldCalls.list]);
  useUnsavedChanges(changes.size > 0);
  const set = (label: number, row: FieldRow, level: FieldLevel) => {
    const own = new Map(changes.get(label));
    if (level === row.level) own.delete(row.fieldId);
    else own.set(row.fieldId, level);
    const next = new Map(changes);
    if (own.size > 0) next.set(label, own);
    else next.delete(label);
    setChanges(next);
  };
  const save = async () => {
    setSaving(true);
    let isDone = true;
    for (const [label, changed] of changes) {
      const rows = queries[sets.findIndex((one) => one.label === label)]?.data ?? [];
      const data = rows.map(({ fieldId, level }) => ({ fieldId, level: changed.get(fieldId) ?? level }));
      const outcome = await attempt({ roleId, label, data });
      if (outcome === 'refused') isDone = false;
      else setChanges((before) => new Map([...before].filter(([one]) => one !== label)));
      if (outcome === 'asked') isDone = false;
    }
    setSaving(false);
    if (isDone) toast.success(textOf('role.saved'));
  };
  const isShown = ({ name }: FieldRow) => name.toLowerCase().includes(search.toLowerCase());
  const isNothing = search !== '' && queries.every(({ data }) => data && !data.some(isShown));
  return (
    <>
      <div className={styles['bar']}>
        <SearchBox placeholder={text('role.find_field')} value={search} onSearch={setSearch} isMain />
      </div>
      {isNothing && <EmptyState />}
      {sets.map(({ label, title }, at) => {
        const query = queries[at];
        if (!query || (query.data && !query.data.some(isShown))) return null;
        return (
          <section key={label} className={styles['fields']} aria-label={title}>
            <PageState query={query}>
              {(rows) => (
                <Grid
                  title={title}
                  rows={rows.filter(isShown)}
                  restricted={
                    rows.filter((row) => (changes.get(label)?.get(row.fieldId) ?? row.level) !== fieldLevel.open).length
                  }
                  changed={changes.get(label)}
                  onChange={(row, level) => set(label, row, level)}
                />
              )}
            </PageState>
          </section>
        );
      })}
      <footer className={styles['foot']}>
        <Button type="primary" disabled={changes.size === 0} loading={isSaving} onClick={() => void save()}>
          {text('action.save')}
        </Button>
        {changes.size > 0 && <Button onClick={() => setChanges(new Map())}>{text('form.discard')}</Button>}
      </footer>
    </>
  );
}

interface GridProps {
  readonly title: string;
  readonly rows: readonly FieldRow[];
  readonly restricted: number;
  readonly changed: ReadonlyMap<number, FieldLevel> | undefined;
  readonly onChange: (row: FieldRow, level: FieldLevel) => void;
}

function Grid({ title, rows, restricted, changed, onChange }: GridProps) {
  const text = useText();
  const isPhone = useIsPhone();
  const columns: TableColumnsType<FieldRow> = [
    { key: 'name', title: text('role.field'), width: isPhone ? 104 : 200, render: (_value, { name }) => name },
    {
      key: 'level',
      title: text('role.level'),
      render: (_value, row) => (
        <Radio.Group
          size="small"
          optionType="button"
          aria-label={row.name}
          disabled={row.fixed === 1}
          value={changed?.get(row.fieldId) ?? row.level}
          options={levels.map((level) => ({ value: level, label: text(`role.level_${level}`) }))}
          onChange={({ target }) => {
            const level = levels.find((one) => one === target.value);
            if (level !== undefined) onChange(row, level);
          }}
        />
      ),
    },
  ];
  return (
    <>
      <h2>
        {title}
        {restricted > 0 && <StatusTag tone="warning">{text('role.restricted', { count: restricted })}</StatusTag>}
      </h2>
      <PlainTable<FieldRow> rowKey="fieldId" columns={columns} dataSource={[...rows]} />
    </>
  );
}
