import { useQuery } from '@tanstack/react-query';
import { Checkbox } from 'antd';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { call } from '#web/lib/http/client.ts';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useMay } from '#web/lib/session/session.ts';
import { useMayCheck } from '#web/modules/crm/checked-kind.ts';
import { CompanySelect } from '#web/modules/crm/company-select.tsx';
import { companyDetails } from '#web/modules/crm/leads/company-details.ts';
import styles from '#web/modules/crm/leads/conversion-dialog.module.css';
import { recordPath } from '#web/modules/crm/record-pages.ts';
import { ActionDialog } from '#web/record/actions/action-dialog.tsx';
import { ActionField } from '#web/record/actions/action-field.tsx';
import { PlainTable, type TableColumnsType } from '#web/ui/plain-table.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import type { ActionAnswer, ActionDialogProps } from '#web/record/record-screen.ts';
import { type Row, idOf, idsOf } from '#web/record/row.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import type { Enterprise } from '#shared/crm/enterprise/enterprise.ts';
import { leadsCalls } from '#shared/crm/leads-calls.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import { Dash } from '#web/ui/values/dash.tsx';

type Preview = OutputOf<typeof leadsCalls.conversionPreview>;

/** Converts leads to customers, after showing the mapping and any obstacles. */
export function ConversionDialog({ screen, rows, onClose, onDone }: ActionDialogProps) {
  const text = useText();
  const may = useMay();
  const navigate = useNavigate();
  const { type } = screen;
  const leadsIds = idsOf(type, rows);
  const query = useQuery({ ...callQuery(leadsCalls.conversionPreview, { leadsIds }), staleTime: 0, gcTime: 0 });
  const [isSkipping, setSkipping] = useState(false);
  const [company, setCompany] = useState<Enterprise | null>(null);
  const mayCheck = useMayCheck(type);
  const refused = query.data?.leads.filter((lead) => lead.problem !== null) ?? [];
  const isRefused = (row: Row) => refused.some(({ leadsId }) => leadsId === idOf(type, row));
  const wanted = isSkipping ? rows.filter((row) => !isRefused(row)) : rows;
  const isReady = query.isSuccess && (refused.length === 0 || isSkipping);
  const convert = async (): Promise<ActionAnswer> => {
    const versions = Object.fromEntries(wanted.map((row) => [idOf(type, row), Number(row['version'])]));
    const asked = { leadsIds: idsOf(type, wanted), versions };
    const [row] = wanted;
    const { customerIds, ...answer } = await (company && row && wanted.length === 1
      ? call(leadsCalls.convertPlus, {
          ...companyDetails(company, String(row['telephone'] ?? '')),
          leadsId: idOf(type, row),
          versions,
        })
      : call(leadsCalls.convert, asked));
    const [only] = customerIds;
    const path = customerIds.length === 1 && only !== undefined ? recordPath(customerType.name, only) : null;
    const isShown = path !== null && may(permissionOf(customerType, 'read'));
    return {
      ...answer,
      told: 'leads.converted_done',
      ...(isShown ? { next: { label: 'leads.open_customer', go: () => void navigate(path) } } : {}),
    };
  };
  return (
    <ActionDialog
      title={text('leads.convert')}
      rows={wanted}
      isReady={isReady}
      perform={convert}
      onClose={onClose}
      onDone={onDone}
    >
      <PageState query={query}>
        {(preview) => (
          <>
            {refused.length > 0 && (
              <Problems refused={refused}>
                {refused.length < rows.length && (
                  <Checkbox checked={isSkipping} onChange={({ target }) => setSkipping(target.checked)}>
                    {text('leads.convert_rest', { count: rows.length - refused.length })}
                  </Checkbox>
                )}
              </Problems>
            )}
            <p>{text('leads.convert_question')}</p>
            <Fields fields={preview.fields} isOne={preview.leads.length === 1} />
            {mayCheck && rows.length === 1 && (
              <ActionField label={text('leads.convert_company')}>
                <CompanySelect name={preview.leads[0]?.leadsName ?? ''} value={company} onChange={setCompany} />
              </ActionField>
            )}
            <p className={styles['hint']}>{text('leads.convert_effect')}</p>
          </>
        )}
      </PageState>
    </ActionDialog>
  );
}

function Problems({ refused, children }: { readonly refused: Preview['leads']; readonly children: ReactNode }) {
  const text = useText();
  return (
    <div role="alert" className={styles['problems']}>
      <strong>{text('leads.convert_refused', { count: refused.length })}</strong>
      <ul>
        {refused.map((lead) => (
          <li key={lead.leadsId}>
            {text('leads.convert_refused_line', { name: lead.leadsName, reason: lead.problem ?? '' })}
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
}

/** The field mapping; for a single lead with its values. */
function Fields({ fields, isOne }: Pick<Preview, 'fields'> & { readonly isOne: boolean }) {
  const text = useText();
  const narrow = isOne ? { width: '28%' } : {};
  const columns: TableColumnsType<Preview['fields'][number]> = [
    { key: 'from', title: text('leads.convert_from'), dataIndex: 'from', ...narrow },
    { key: 'to', title: text('leads.convert_to'), dataIndex: 'to', ...narrow },
    ...(isOne
      ? [
          {
            key: 'value',
            title: text('leads.convert_value'),
            render: (_value: unknown, { value }: Preview['fields'][number]) => value || <Dash />,
          },
        ]
      : []),
  ];
  return (
    <PlainTable
      className={styles['fields'] ?? ''}
      tableLayout="fixed"
      scroll={{}}
      rowKey="to"
      dataSource={fields}
      columns={columns}
    />
  );
}
