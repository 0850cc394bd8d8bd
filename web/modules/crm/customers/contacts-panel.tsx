import { PlusOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Pagination, Table } from 'antd';
import { use, useState } from 'react';
import { callQuery, refreshCalls } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/is-phone.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { queryClient } from '#web/lib/query-client.ts';
import { useMay } from '#web/lib/session/session.ts';
import type { PanelProps } from '#web/record/detail-panel.ts';
import { PhoneLink } from '#web/record/phone-link.tsx';
import { PickablesContext, useScreenOf } from '#web/record/picker/pickable.ts';
import { PageState } from '#web/ui/page-state.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { contactsType, isKeyPerson } from '#shared/crm/contacts-type.ts';
import { customerCalls, type ContactOfCustomer } from '#shared/crm/customer-calls.ts';
import { permissionOf } from '#shared/record/record-calls.ts';
import styles from './contacts-panel.module.css';

const RecordForm = lazyOverlay(() => import('#web/record/record-form.tsx'), 'RecordForm');
const RecordDetail = lazyOverlay(() => import('#web/record/record-detail.tsx'), 'RecordDetail');

const perPage = 15;

/** The people of a customer, and a new one (reference crm §15.2). */
export function ContactsPanel({ id, record }: PanelProps) {
  const text = useText();
  const may = useMay();
  const isPhone = useIsPhone();
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const [isCreating, setCreating] = useState(false);
  const [opened, setOpened] = useState<number | null>(null);
  const query = useQuery({
    ...callQuery(customerCalls.contacts, { customerId: id, search, page, limit: perPage }),
    placeholderData: keepPreviousData,
  });
  const { data: screen } = useScreenOf(use(PickablesContext).find(({ code }) => code === contactsType.code));
  const mayCreate = record['isPool'] !== 1 && may(permissionOf(contactsType, 'save')) && screen;
  const nameOf = (contact: ContactOfCustomer) =>
    contact.mayRead === 1 && screen ? (
      <Button type="link" className={styles['name'] ?? ''} onClick={() => setOpened(contact.contactsId)}>
        {contact.name}
      </Button>
    ) : (
      contact.name
    );
  const refresh = () => void refreshCalls(queryClient, customerCalls.contacts);
  return (
    <>
      <div className={styles['head']}>
        <SearchBox
          placeholder={text('crm_contacts.search')}
          value={search}
          onSearch={(next) => {
            setSearch(next);
            setPage(1);
          }}
        />
        {mayCreate && (
          <Button icon={<PlusOutlined aria-hidden />} onClick={() => setCreating(true)}>
            {text('crm_contacts.new')}
          </Button>
        )}
      </div>
      <PageState query={query} isEmpty={(data) => rowsOf(data).list.length === 0} emptyText={text('contacts.none')}>
        {(data) => {
          const { list, totalRow } = rowsOf(data);
          return (
            <>
              {isPhone ? (
                <ul className={styles['cards']}>
                  {list.map((contact) => (
                    <li key={contact.contactsId}>
                      <span>
                        {nameOf(contact)}{' '}
                        {isKeyPerson(contact) && <StatusTag tone="primary">{text('contacts.key_person')}</StatusTag>}
                        <small>{contact.post}</small>
                      </span>
                      <PhoneLink record={contact} />
                    </li>
                  ))}
                </ul>
              ) : (
                <Table<ContactOfCustomer>
                  size="small"
                  rowKey="contactsId"
                  dataSource={[...list]}
                  pagination={false}
                  columns={[
                    { key: 'name', title: text('crm_contacts.name'), render: (_value, row) => nameOf(row) },
                    { key: 'post', title: text('crm_contacts.post'), render: (_value, row) => row.post || '--' },
                    {
                      key: 'mobile',
                      title: text('crm_contacts.mobile'),
                      render: (_value, row) => <PhoneLink record={row} />,
                    },
                    {
                      key: 'key',
                      title: text('contacts.key_person'),
                      render: (_value, row) => text(isKeyPerson(row) ? 'contacts.yes' : 'contacts.no'),
                    },
                  ]}
                />
              )}
              <Pagination
                size="small"
                simple
                hideOnSinglePage
                current={page}
                pageSize={perPage}
                total={totalRow}
                showSizeChanger={false}
                onChange={setPage}
              />
            </>
          );
        }}
      </PageState>
      {isCreating && screen && (
        <RecordForm
          screen={screen}
          initial={{ customer_id: [{ customerId: id, customerName: String(record['name'] ?? '') }] }}
          onClose={() => setCreating(false)}
          onSaved={() => {
            setCreating(false);
            refresh();
          }}
        />
      )}
      {opened !== null && screen && (
        <RecordDetail
          screen={screen}
          id={opened}
          onClose={() => {
            setOpened(null);
            refresh();
          }}
        />
      )}
    </>
  );
}

type Answer = readonly ContactOfCustomer[] | { readonly list: readonly ContactOfCustomer[]; readonly totalRow: number };
const rowsOf = (answer: Answer) => ('list' in answer ? answer : { list: answer, totalRow: answer.length });
