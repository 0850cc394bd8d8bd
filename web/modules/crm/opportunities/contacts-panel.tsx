import { DisconnectOutlined, LinkOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { useMay } from '#web/lib/session/session.ts';
import styles from '#web/modules/crm/opportunities/opportunities.module.css';
import { MobileLink } from '#web/record/cells/phone-link.tsx';
import { usePickables } from '#web/record/picker/pickable.ts';
import type { PanelProps } from '#web/record/record-screen.ts';
import { confirm } from '#web/ui/feedback.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { isKeyPerson } from '#shared/crm/contacts-type.ts';
import { opportunityCalls, type ContactOfOpportunity } from '#shared/crm/opportunities/opportunity-calls.ts';
import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';

const RelationPicker = lazyOverlay(() => import('#web/record/picker/relation-picker.tsx'), 'RelationPicker');

/** The contacts of an opportunity with who decides, linked and unlinked here (R12.3). */
export function ContactsPanel({ id, record }: PanelProps) {
  const text = useText();
  const may = useMay();
  const [isLinking, setLinking] = useState(false);
  const query = useQuery(callQuery(opportunityCalls.contacts, { businessId: id, pageType: 0 }));
  const refreshes = [opportunityCalls.contacts];
  const relate = useAction(opportunityCalls.relate, { refreshes });
  const unrelate = useAction(opportunityCalls.unrelate, { refreshes });
  const pickable = usePickables().find(({ key }) => key === 'contacts');
  const mayChange = record['mayWrite'] === 1 && may(permissionOf(opportunityType, 'update'));
  const customerId = Number(record['customerId']);
  const unlink = async ({ contactsId, name }: ContactOfOpportunity) => {
    if (await confirm({ title: text('picker.unlink_confirm'), text: name }))
      unrelate.mutate({ businessId: id, contactsIds: [contactsId] });
  };
  return (
    <>
      {mayChange && pickable && (
        <Button size="small" icon={<LinkOutlined aria-hidden />} onClick={() => setLinking(true)}>
          {text('opportunity.link_contact')}
        </Button>
      )}
      <PageState query={query} isEmpty={(rows) => listOf(rows).length === 0} emptyText={text('opportunity.no_contact')}>
        {(rows) => (
          <ul className={styles['linked']}>
            {listOf(rows).map((row) => (
              <li key={row.contactsId}>
                <span>
                  {row.name} {isKeyPerson(row) && <StatusTag tone="primary">{text('contacts.key_person')}</StatusTag>}
                  <small>{row.post}</small>
                </span>
                <MobileLink record={row} />
                {mayChange && (
                  <Button
                    size="small"
                    type="text"
                    icon={<DisconnectOutlined aria-hidden />}
                    aria-label={text('picker.unlink', { name: row.name })}
                    onClick={() => void unlink(row)}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
      </PageState>
      {isLinking && pickable && (
        <RelationPicker
          types={[pickable.key]}
          isSingle={false}
          {...(customerId > 0 && { parent: { fieldName: 'customer_id', id: customerId } })}
          value={{}}
          onClose={() => setLinking(false)}
          onPick={(picked) => {
            setLinking(false);
            const contactsIds = (picked[pickable.key] ?? []).map((one) => one.id);
            if (contactsIds.length > 0) relate.mutate({ businessId: id, contactsIds });
          }}
        />
      )}
    </>
  );
}

const listOf = (answer: readonly ContactOfOpportunity[] | { readonly list: readonly ContactOfOpportunity[] }) =>
  'list' in answer ? answer.list : answer;
