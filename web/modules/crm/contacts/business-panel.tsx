import { DisconnectOutlined, LinkOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { useMay } from '#web/lib/session/session.ts';
import { usePickables } from '#web/record/picker/pickable.ts';
import { confirm } from '#web/ui/feedback.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import type { PanelProps } from '#web/record/record-screen.ts';
import { contactsCalls, type LinkedBusiness } from '#shared/crm/contacts-calls.ts';
import { contactsType } from '#shared/crm/contacts-type.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import styles from './contacts.module.css';

const RelationPicker = lazyOverlay(() => import('#web/record/picker/relation-picker.tsx'), 'RelationPicker');

/** Opportunities of a contact, linked and unlinked here (R12.3). */
export function BusinessPanel({ id, record }: PanelProps) {
  const text = useText();
  const may = useMay();
  const [isLinking, setLinking] = useState(false);
  const query = useQuery(callQuery(contactsCalls.opportunities, { contactsId: id, pageType: 0 }));
  const refreshes = [contactsCalls.opportunities];
  const relate = useAction(contactsCalls.relate, { refreshes });
  const unrelate = useAction(contactsCalls.unrelate, { refreshes });
  const pickable = usePickables().find(({ key }) => key === 'business');
  const mayChange = record['mayWrite'] === 1 && may(permissionOf(contactsType, 'update'));
  const unlink = async ({ businessId, businessName }: LinkedBusiness) => {
    if (await confirm({ title: text('picker.unlink_confirm'), text: businessName }))
      unrelate.mutate({ contactsId: id, businessIds: [businessId] });
  };
  return (
    <>
      {mayChange && pickable && (
        <Button size="small" icon={<LinkOutlined aria-hidden />} onClick={() => setLinking(true)}>
          {text('contacts.link_opportunity')}
        </Button>
      )}
      <PageState
        query={query}
        isEmpty={(rows) => listOf(rows).length === 0}
        emptyText={text('contacts.no_opportunity')}
      >
        {(rows) => (
          <ul className={styles['linked']}>
            {listOf(rows).map((row) => (
              <li key={row.businessId}>
                <span>
                  {row.businessName}
                  <small>{[row.money, row.typeName, row.statusName].filter((part) => part !== '').join(' · ')}</small>
                </span>
                {mayChange && (
                  <Button
                    size="small"
                    type="text"
                    icon={<DisconnectOutlined aria-hidden />}
                    aria-label={text('picker.unlink', { name: row.businessName })}
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
          value={{}}
          onClose={() => setLinking(false)}
          onPick={(picked) => {
            setLinking(false);
            const businessIds = (picked[pickable.key] ?? []).map((one) => one.id);
            if (businessIds.length > 0) relate.mutate({ contactsId: id, businessIds });
          }}
        />
      )}
    </>
  );
}

const listOf = (answer: readonly LinkedBusiness[] | { readonly list: readonly LinkedBusiness[] }) =>
  'list' in answer ? answer.list : answer;
