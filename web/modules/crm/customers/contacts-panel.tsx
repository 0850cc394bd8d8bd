import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { use, useState } from 'react';
import { usePages } from '#web/lib/http/pages.ts';
import { refreshCalls } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { queryClient } from '#web/lib/query-client.ts';
import { useMay } from '#web/lib/session/session.ts';
import type { PanelProps } from '#web/record/detail/detail-panel.ts';
import { PickablesContext, useScreenOf } from '#web/record/picker/pickable.ts';
import { PageState } from '#web/ui/page-state.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { SmallPager } from '#web/ui/small-pager.tsx';
import { contactsType } from '#shared/crm/contacts-type.ts';
import { customerCalls, type ContactOfCustomer } from '#shared/crm/customer-calls.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { ContactRows } from './contact-rows.tsx';
import styles from './contacts-panel.module.css';

const RecordForm = lazyOverlay(() => import('#web/record/form/record-form.tsx'), 'RecordForm');
const RecordDetail = lazyOverlay(() => import('#web/record/detail/record-detail.tsx'), 'RecordDetail');

const perPage = 15;

/** The people of a customer, and a new one (R12.3). */
export function ContactsPanel({ id, record }: PanelProps) {
  const text = useText();
  const may = useMay();
  const [search, setSearch] = useState('');
  const [isCreating, setCreating] = useState(false);
  const [opened, setOpened] = useState<number | null>(null);
  const { query, pages } = usePages(customerCalls.contacts, { customerId: id, search }, perPage);
  const { data: screen } = useScreenOf(use(PickablesContext).find(({ code }) => code === contactsType.code));
  const mayCreate = record['mayWrite'] === 1 && may(permissionOf(contactsType, 'save')) && screen;
  const refresh = () => void refreshCalls(queryClient, customerCalls.contacts);
  return (
    <>
      <div className={styles['head']}>
        <SearchBox placeholder={text('crm_contacts.search')} value={search} onSearch={setSearch} />
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
              <ContactRows rows={list} {...(screen && { onOpen: setOpened })} />
              <SmallPager {...pages} total={totalRow} isSimple />
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
