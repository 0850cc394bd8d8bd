import { Button } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { MobileLink, PhoneLink } from '#web/record/cells/phone-link.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import type { ContactOfCustomer } from '#shared/crm/contacts-calls.ts';
import { isKeyPerson } from '#shared/crm/contacts-type.ts';
import styles from './contact-rows.module.css';
import { Dash } from '#web/ui/values/dash.tsx';
import { PlainTable } from '#web/ui/plain-table.tsx';

interface ContactRowsProps {
  readonly rows: readonly ContactOfCustomer[];
  readonly onOpen: (contactsId: number) => void;
}

/** The contacts of a customer: a table, or cards on a phone. The names of readable contacts are links. */
export function ContactRows({ rows, onOpen }: ContactRowsProps) {
  const text = useText();
  const isPhone = useIsPhone();
  const nameOf = ({ contactsId, name, mayRead }: ContactOfCustomer) =>
    mayRead === 1 ? (
      <Button type="link" className={styles['name'] ?? ''} onClick={() => onOpen(contactsId)}>
        {name}
      </Button>
    ) : (
      name
    );
  if (isPhone) {
    return (
      <ul className={styles['cards']}>
        {rows.map((contact) => (
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
    );
  }
  return (
    <PlainTable<ContactOfCustomer>
      rowKey="contactsId"
      dataSource={[...rows]}
      columns={[
        { key: 'name', title: text('crm_contacts.name'), render: (_value, row) => nameOf(row) },
        { key: 'post', title: text('crm_contacts.post'), render: (_value, row) => row.post || <Dash /> },
        { key: 'mobile', title: text('crm_contacts.mobile'), render: (_value, row) => <MobileLink record={row} /> },
        {
          key: 'key',
          title: text('picker.key_person'),
          render: (_value, row) => text(isKeyPerson(row) ? 'contacts.yes' : 'contacts.no'),
        },
      ]}
    />
  );
}
