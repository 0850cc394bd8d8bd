import { useState } from 'react';
import { usePages } from '#web/lib/http/pages.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { ChildFrame } from '#web/record/children/child-frame.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { SmallPager } from '#web/ui/small-pager.tsx';
import type { ChildTabProps } from '#web/record/record-screen.ts';
import { contactsCalls, type ContactOfCustomer } from '#shared/crm/contacts-calls.ts';
import { ContactRows } from './contact-rows.tsx';

const perPage = 15;

/** The contacts of a customer, for everybody who can read it, and a button for a new one (R12.3). */
export function ContactsOfCustomer(props: ChildTabProps) {
  const text = useText();
  const [search, setSearch] = useState('');
  const { query, pages } = usePages(contactsCalls.ofCustomer, { customerId: props.parent.id, search }, perPage);
  return (
    <ChildFrame {...props} search={search} onSearch={setSearch} list={contactsCalls.ofCustomer}>
      {(onOpen) => (
        <PageState query={query} isEmpty={(data) => rowsOf(data).list.length === 0} emptyText={text('contacts.none')}>
          {(data) => {
            const { list, totalRow } = rowsOf(data);
            return (
              <>
                <ContactRows rows={list} onOpen={onOpen} />
                <SmallPager {...pages} total={totalRow} isSimple />
              </>
            );
          }}
        </PageState>
      )}
    </ChildFrame>
  );
}

type Answer = readonly ContactOfCustomer[] | { readonly list: readonly ContactOfCustomer[]; readonly totalRow: number };
const rowsOf = (answer: Answer) => ('list' in answer ? answer : { list: answer, totalRow: answer.length });
