import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { ContactSearch } from '#web/modules/crm/contact-search.tsx';
import { usePickables, useScreenOf, type Pickable } from '#web/record/picker/pickable.ts';
import type { Picked, PickedRecord } from '#web/record/picker/picked.ts';
import type { ParentRecord } from '#web/record/picker/parent-record.ts';
import { RelatedRecords } from '#web/record/picker/related-records.tsx';
import type { FollowUpLinksProps, RecordScreen } from '#web/record/record-screen.ts';
import { contactsType } from '#shared/crm/contacts-type.ts';
import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';
import { childRelations } from '#shared/record/relations/child-relations.ts';

/** A kind of records that a follow-up can refer to, with what is chosen of it. */
interface Kind {
  readonly pickable: Pickable;
  readonly screen: RecordScreen;
  readonly chosen: readonly PickedRecord[];
}

/**
 * The contacts and opportunities of a follow-up: those of the record if it has any, contacts by search too; hidden for
 * people who may list neither.
 */
export function LinkedRecords({ id, code, value: linked, onChange }: FollowUpLinksProps) {
  const offered = usePickables();
  const contacts = useLinked(
    offered.find((one) => one.code === contactsType.code),
    linked,
  );
  const opportunities = useLinked(
    offered.find((one) => one.code === opportunityType.code),
    linked,
  );
  const kinds = [contacts.kind, opportunities.kind].filter((kind) => kind !== null);
  if (kinds.length === 0) return null;
  const choose = (picked: Picked) => {
    contacts.note(picked);
    opportunities.note(picked);
    const ids = kinds.map(({ pickable, screen }): [string, number[]] => [
      screen.type.idsKey,
      [...new Set((picked[pickable.key] ?? []).map((record) => record.id))],
    ]);
    onChange({ ...linked, ...Object.fromEntries(ids) });
  };
  const value: Picked = Object.fromEntries(kinds.map(({ pickable, chosen }) => [pickable.key, chosen]));
  const parent = parentOf(kinds, code, id);
  return (
    <>
      {contacts.kind && (
        <ContactSearch
          parent={parentOf([contacts.kind], code, id)}
          onPick={(contact) => choose({ ...value, contacts: [...(value['contacts'] ?? []), contact] })}
        />
      )}
      <RelatedRecords
        types={kinds.map(({ pickable }) => pickable.key)}
        {...(parent && { parent })}
        value={value}
        onChange={choose}
      />
    </>
  );
}

/** What of a kind is linked, by name: a draft stores only the ids. */
function useLinked(pickable: Pickable | undefined, linked: FollowUpLinksProps['value']) {
  const screen = useScreenOf(pickable).data;
  const [names, setNames] = useState<Readonly<Record<number, string>>>({});
  const ids = screen ? (linked[screen.type.idsKey] ?? []) : [];
  const unnamed = ids.filter((id) => names[id] === undefined);
  const read = useQueries({
    queries: screen ? unnamed.map((id) => callQuery(screen.calls.read, { [screen.type.idKey]: id })) : [],
  });
  const nameOf = (id: number) => names[id] ?? String(read[unnamed.indexOf(id)]?.data?.['name'] ?? `#${id}`);
  const kind: Kind | null =
    screen && pickable ? { pickable, screen, chosen: ids.map((id) => ({ id, name: nameOf(id) })) } : null;
  const note = (picked: Picked) => {
    const chosen = (pickable && picked[pickable.key]) ?? [];
    setNames((before) => ({ ...before, ...Object.fromEntries(chosen.map(({ id, name }) => [id, name])) }));
  };
  return { kind, note };
}

/** The record itself, where all of these kinds belong to records of its type by the same field. */
function parentOf(kinds: readonly Kind[], code: number, id: number): ParentRecord | null {
  const columns = kinds.map(({ screen }) => childRelations([screen.type], code)[0]?.column);
  const [fieldName] = columns;
  return fieldName !== undefined && columns.every((column) => column === fieldName) ? { fieldName, id } : null;
}
