import { useQuery } from '@tanstack/react-query';
import { Form, Segmented, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { UserPicker, type UserChoice } from '#web/record/inputs/user-picker.tsx';
import { PlainTable, type TableColumnsType } from '#web/ui/plain-table.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { roleCalls } from '#shared/admin/role-calls.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { explainCalls, type ComparedRights } from '#shared/record/calls/explain-calls.ts';
import styles from './roles.module.css';

const sides = ['one', 'other'] as const;
type Side = (typeof sides)[number];
const kinds = ['role', 'person'] as const;
type Kind = (typeof kinds)[number];

interface CompareDialogProps {
  /** The role that is compared first. */
  readonly roleId: number | undefined;
  readonly onClose: () => void;
}

/** Where two roles, or two people, differ: what they may do, whose data they see, and which fields. */
export function CompareDialog({ roleId, onClose }: CompareDialogProps) {
  const text = useText();
  const [kind, setKind] = useState<Kind>('role');
  const [roles, setRoles] = useState<Partial<Record<Side, number>>>(roleId === undefined ? {} : { one: roleId });
  const [people, setPeople] = useState<Partial<Record<Side, UserChoice>>>({});
  const idOf = (side: Side) => (kind === 'role' ? roles[side] : people[side]?.userId);
  const [one, other] = [idOf('one'), idOf('other')];
  return (
    <Dialog open footer={null} width={860} title={text('compare.title')} onCancel={onClose}>
      <Form layout="vertical">
        <Form.Item>
          <Segmented
            aria-label={text('compare.kind')}
            value={kind}
            options={kinds.map((value) => ({ value, label: text(`compare.${value}`) }))}
            onChange={setKind}
          />
        </Form.Item>
        <div className={styles['sides']}>
          {sides.map((side) => (
            <Form.Item key={`${kind} ${side}`} label={text(`compare.${side}`)} htmlFor={`compare-${side}`}>
              {kind === 'role' ? (
                <RoleSelect
                  id={`compare-${side}`}
                  value={roles[side]}
                  onChange={(chosen) => setRoles({ ...roles, [side]: chosen })}
                />
              ) : (
                <UserPicker
                  id={`compare-${side}`}
                  value={people[side] ? [people[side]] : []}
                  onChange={([chosen]) => setPeople({ ...people, [side]: chosen })}
                />
              )}
            </Form.Item>
          ))}
        </div>
      </Form>
      {one !== undefined && other !== undefined && <Differences kind={kind} one={one} other={other} />}
    </Dialog>
  );
}

interface RoleSelectProps {
  readonly id: string;
  readonly value: number | undefined;
  readonly onChange: (roleId: number) => void;
}

function RoleSelect({ id, value, onChange }: RoleSelectProps) {
  const { data = [], isPending } = useQuery(callQuery(roleCalls.all, {}));
  const options = data
    .filter(({ list }) => list.length > 0)
    .map(({ name, list }) => ({ label: name, options: list.map((role) => ({ value: role.id, label: role.title })) }));
  return (
    <Select
      id={id}
      showSearch={{ optionFilterProp: 'label' }}
      loading={isPending}
      value={value ?? null}
      options={options}
      onChange={(chosen) => chosen !== null && onChange(chosen)}
    />
  );
}

const columnsOf = (names: Readonly<Record<Side, string>>): TableColumnsType<Line> => [
  {
    key: 'name',
    rowScope: 'row',
    render: (_value, { name, of }) => (
      <>
        {name}
        {of && <small>{of}</small>}
      </>
    ),
  },
  ...sides.map((side) => ({ key: side, title: names[side], dataIndex: side })),
];

interface Line {
  readonly key: string;
  /** What it is part of. */
  readonly of: string;
  readonly name: string;
  readonly one: ReactNode;
  readonly other: ReactNode;
}

function Differences(asked: { readonly kind: Kind; readonly one: number; readonly other: number }) {
  const text = useText();
  const query = useQuery(callQuery(explainCalls.compare, asked));
  const has = (is: number) => text(is === 1 ? 'compare.has' : 'compare.lacks');
  const scope = (value: number) =>
    value === 0 ? text('compare.closed') : text(`explain.scope.${value}` as MessageKey);
  const partsOf = ({ functions, scopes, fields }: ComparedRights): readonly [MessageKey, Line[]][] => [
    [
      'compare.functions',
      functions.map(({ permission: key, module, name, ...row }) => ({
        key,
        of: module,
        name,
        one: has(row.one),
        other: has(row.other),
      })),
    ],
    [
      'role.scope',
      scopes.map(({ module, ...row }) => ({
        key: module,
        of: '',
        name: module,
        one: scope(row.one),
        other: scope(row.other),
      })),
    ],
    [
      'role.fields',
      fields.map(({ type, fieldId, name, ...row }) => ({
        key: `${type} ${fieldId}`,
        of: type,
        name,
        one: text(`role.level_${row.one}`),
        other: text(`role.level_${row.other}`),
      })),
    ],
  ];
  return (
    <PageState query={query}>
      {(compared) => {
        const parts = partsOf(compared).filter(([, lines]) => lines.length > 0);
        return (
          <>
            <p role="status">
              {parts.length === 0 ? text('compare.same') : text('compare.both', { count: compared.both })}
            </p>
            {parts.map(([title, lines]) => (
              <section key={title} className={styles['compared']}>
                <h3>{text(title)}</h3>
                <PlainTable
                  aria-label={text(title)}
                  tableLayout="fixed"
                  scroll={{}}
                  rowKey="key"
                  dataSource={lines}
                  columns={columnsOf(compared.names)}
                />
              </section>
            ))}
          </>
        );
      }}
    </PageState>
  );
}
