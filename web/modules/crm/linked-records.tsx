import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { ContactSearch } from '#web/modules/crm/contact-search.tsx';
import { usePickables, useScreenOf } from '#web/record/picker/pickable.ts';
import type { PickedRecord } from '#web/record/picker/picked.ts';
import type { ParentRecord } from '#web/record/picker/parent-record.ts';
import { RelatedRecords } from '#web/record/picker/related-records.tsx';
import type { FollowUpLinksProps, RecordScreen } from '#web/record/record-screen.ts';
import { contactsType } from '#shared/crm/contacts-type.ts';
import { childRelations } from '#shared/record/relations/child-relations.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/**
 * The contacts of a follow-up: those of the record if it has any, others by search; hidden for people who may not list
 * contacts.
 */
export function LinkedContacts(props: FollowUpLinksProps) {
  const screen = useScreenOf(usePickables().find(({ code }) => code === contactsType.code)).data;
  return screen ? <Chooser {...props} screen={screen} /> : null;
}

function Chooser({
  id,
  code,
  value: linked,
  onChange,
  screen,
}: FollowUpLinksProps & { readonly screen: RecordScreen }) {
  const { [contactsType.idsKey]: value = [] } = linked;
  const [names, setNames] = useState<Readonly<Record<number, string>>>({});
  // a draft stores only the ids
  const unnamed = value.filter((id) => names[id] === undefined);
  const read = useQueries({
    queries: unnamed.map((id) => callQuery(screen.calls.read, { [screen.type.idKey]: id })),
  });
  const nameOf = (id: number) => names[id] ?? String(read[unnamed.indexOf(id)]?.data?.['name'] ?? `#${id}`);
  const chosen = value.map((id): PickedRecord => ({ id, name: nameOf(id) }));
  const choose = (contacts: readonly PickedRecord[]) => {
    setNames((before) => ({ ...before, ...Object.fromEntries(contacts.map(({ id, name }) => [id, name])) }));
    onChange({ ...linked, [contactsType.idsKey]: [...new Set(contacts.map(({ id }) => id))] });
  };
  const parent = parentOf(screen.type, code, id);
  return (
    <>
      <ContactSearch parent={parent} onPick={(contact) => choose([...chosen, contact])} />
      <RelatedRecords
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
