import { useQuery } from '@tanstack/react-query';
import { Collapse } from 'antd';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { contractCalls, type ContractVersion } from '#shared/crm/contracts/contract-calls.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';

interface VersionsProps {
  readonly contractId: number;
  /** The version that is open at first; the latest without. */
  readonly opened?: number;
}

/** What a contract said in each of its versions, the latest first, and what each changed. */
export function Versions({ contractId, opened }: VersionsProps) {
  const text = useText();
  const query = useQuery(callQuery(contractCalls.versions, { contractId }));
  return (
    <PageState query={query} isEmpty={(versions) => versions.length === 0}>
      {(versions) => (
        <Collapse
          defaultActiveKey={[opened ?? versions.length]}
          items={[...versions].reverse().map((one) => ({
            key: one.version,
            label: text('contract.version', { number: one.version, name: one.userName, time: one.time.slice(0, 16) }),
            extra: one.money === '' ? null : withSeparators(one.money),
            children: <Version version={one} />,
          }))}
        />
      )}
    </PageState>
  );
}

function Version({ version: { changes, fields, lines } }: { readonly version: ContractVersion }) {
  const text = useText();
  const rows = changes.length > 0 ? changes : fields.filter(({ value }) => value !== '');
  return (
    <>
      {changes.length > 0 ? (
        <PlainTable
          rowKey={({ name, from, to }) => `${name} ${from} ${to}`}
          dataSource={changes}
          columns={[
            { title: text('contract.version_field'), dataIndex: 'name' },
            { title: text('contract.version_from'), dataIndex: 'from' },
            { title: text('contract.version_to'), dataIndex: 'to' },
          ]}
        />
      ) : (
        <dl>
          {(rows as ContractVersion['fields']).map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {lines.length > 0 && (
        <PlainTable
          rowKey={({ name, num, subtotal }) => `${name} ${num} ${subtotal}`}
          dataSource={lines}
          columns={[
            { title: text('crm_contract.line.name'), dataIndex: 'name' },
            { title: text('crm_contract.line.num'), dataIndex: 'num', align: 'right' },
            { title: text('crm_contract.line.sales_price'), dataIndex: 'salesPrice', align: 'right' },
            { title: text('crm_contract.line.subtotal'), dataIndex: 'subtotal', align: 'right' },
          ]}
        />
      )}
    </>
  );
}
