import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { ContactSearch } from '#web/modules/crm/contact-search.tsx';
import { usePickables, useScreenOf } from '#web/record/picker/pickable.ts';
import type { PickedRecord } from '#web/record/picker/picked.ts';
import type { ParentRecord } from '#web/record/picker/parent-record.ts';
import { RelatedBusiness } from '#web/record/picker/related-business.tsx';
import type { FollowUpContactsProps, RecordScreen } from '#web/record/record-screen.ts';
import { contactsType } from '#shared/crm/contacts-type.ts';
import { childRelations } from '#shared/record/relations/child-relations.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** Contacts whom a follow-up is about: those of the record that has some at hand, others by search; nothing for those who may not list contacts. */
export function LinkedContacts(props: FollowUpContactsProps) {
  const screen = useScreenOf(usePickables().find(({ code }) => code === contactsType.code)).data;
  return screen ? <Chooser {...props} screen={screen} /> : null;
}

function Chooser({ id, code, value, onChange, screen }: FollowUpContactsProps & { readonly screen: RecordScreen }) {
  const [names, setNames] = useState<Readonly<Record<number, string>>>({});
  // a draft keeps the ids alone
  const unnamed = value.filter((id) => names[id] === undefined);
  const read = useQueries({
    queries: unnamed.map((id) => callQuery(screen.calls.read, { [screen.type.idKey]: id })),
  });
  const nameOf = (id: number) => names[id] ?? String(read[unnamed.indexOf(id)]?.data?.['name'] ?? `#${id}`);
  const chosen = value.map((id): PickedRecord => ({ id, name: nameOf(id) }));
  const choose = (contacts: readonly PickedRecord[]) => {
    setNames((before) => ({ ...before, ...Object.fromEntries(contacts.map(({ id, name }) => [id, name])) }));
    onChange([...new Set(contacts.map(({ id }) => id))]);
  };
  const parent = parentOf(screen.type, code, id);
  return (
    <>
      <ContactSearch parent={parent} onPick={(contact) => choose([...chosen, contact])} />
      <RelatedBusiness
        types={['contacts']}
        {...(parent && { parent })}
        value={{ contacts: chosen }}
        onChange={({ contacts }) => choose(contacts ?? [])}
      />
    </>
  );
}

/** The record itself, where contacts belong to records of its type. */
function parentOf(contacts: RecordType, code: number, id: number): ParentRecord | null {
  const [of] = childRelations([contacts], code);
  return of ? { fieldName: of.column, id } : null;
}
