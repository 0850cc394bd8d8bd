import { sql } from 'kysely';
import type { Company, PersonName } from '#server/testing/company.ts';
import { asker } from '#server/testing/conformance.ts';
import { newEntity } from '#server/testing/new-entity.ts';
import { callPath } from '#shared/record/capabilities/call-paths.ts';
import { can } from '#shared/record/capabilities/capability.ts';
import type { RecordType } from '#shared/record/record-type.ts';

export type Action = { readonly operationId: number };

/** A manager's actions on children and their parents, and their results. */
export function openRelations(theCompany: () => Company) {
  const ask = <T>(path: string, body: Record<string, unknown>, who: PersonName = 'manager'): Promise<T> =>
    asker(theCompany())<T>(path, body, who);
  const call = (path: string, body: Record<string, unknown>) =>
    theCompany().call(path, body, { as: theCompany().people.manager });
  const undo = ({ operationId }: Action) => ask('operation/undo', { operationId });

  let names = 0;
  async function create(type: RecordType, more: Record<string, unknown> = {}): Promise<number> {
    const entity = await newEntity(theCompany(), type, `记录${(names += 1)}`, 'seller', { given: more });
    return (
      (await ask<Record<string, number>>(callPath(type, 'save'), { entity, field: [] }, 'seller'))[type.idKey] ?? 0
    );
  }
  async function column<T>(type: RecordType, id: number, name: string): Promise<T | undefined> {
    const { rows } = await sql<{ value: T }>`
      select ${sql.ref(name)} as value from ${sql.table(type.table)} where ${sql.ref(type.idColumn)} = ${id}`.execute(
      theCompany().db,
    );
    return rows[0]?.value;
  }
  const set = (type: RecordType, id: number, name: string, value: number) =>
    sql`update ${sql.table(type.table)} set ${sql.ref(name)} = ${value} where ${sql.ref(type.idColumn)} = ${id}`.execute(
      theCompany().db,
    );
  const titleOf = async (type: RecordType, id: number) => String(await column(type, id, type.titleField));
  const ownerOf = (type: RecordType, id: number) => column<number>(type, id, 'owner_user_id');
  const isThere = async (type: RecordType, id: number) => (await column(type, id, 'deleted_at')) === null;
  const named = (type: RecordType, ...ids: number[]) => ({ [type.idsKey]: ids });
  /** Into the recycle bin, by hand where the type has none. */
  const remove = async (type: RecordType, id: number): Promise<Action> => {
    if (can(type, 'delete')) return ask(callPath(type, 'remove'), named(type, id));
    await sql`
      update ${sql.table(type.table)} set deleted_at = now() where ${sql.ref(type.idColumn)} = ${id}`.execute(
      theCompany().db,
    );
    return { operationId: 0 };
  };
  const restore = (type: RecordType, id: number) =>
    ask<Action & { count: number; failed: { msg: string }[] }>(callPath(type, 'restore'), named(type, id));

  return { ask, call, undo, create, column, set, titleOf, ownerOf, isThere, named, remove, restore };
}
