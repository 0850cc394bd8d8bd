import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Snapshot } from '#server/approval/snapshot.ts';
import { system } from '#server/record/access/system.ts';
import { fieldsOf, labelOf } from '#server/record/fields/field-set.ts';
import { isLegible } from '#server/record/fields/legible.ts';
import { lineSettingOf } from '#server/record/lines/stored-lines.ts';
import { readRow } from '#server/record/rows/read.ts';
import { fieldText } from '#server/record/rows/row.ts';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import type { ContractVersion } from '#shared/crm/contracts/contract-calls.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { holdsFiles } from '#shared/record/field-types.ts';
import { isRelated } from '#shared/record/relations/relation.ts';
import { textOf, type Field, type FieldValue } from '#shared/record/field.ts';

interface Passed {
  readonly contract_id: number;
  readonly author_id: number;
  readonly time: string;
  readonly snapshot: Snapshot;
}

/**
 * The versions of a contract in force, the first one first: what it said when it passed, and what each order for a change
 * made of it. Fields that are hidden from the reader are in none.
 */
export async function versionsOf(db: Database, actor: Actor, contractId: number): Promise<ContractVersion[]> {
  await readRow(db, actor, contractType, contractId);
  const { from } = system('who reads a contract reads what it said before', contractType);
  const { rows } = await sql<Passed>`
    select r.contract_id, a.author_id, to_char(a.submitted_at, 'YYYY-MM-DD HH24:MI:SS') as time, a.snapshot
    from ${from}
    join approval p on p.type_code = ${contractType.code} and p.record_id = r.contract_id
    join lateral (
      select * from approval_round a where a.approval_id = p.approval_id and a.status = ${checkStatuses.passed}
      order by a.round desc limit 1) a on true
    where r.contract_id = ${contractId} or r.changes_id = ${contractId}
    order by a.submitted_at, r.contract_id`.execute(db);
  const shown = await shownFields(db, actor);
  const names = await directoryOf(db, actor.rights.version);
  const isNumberShown = await isLegible(db, actor, contractType, 'num');
  const versions: ContractVersion[] = [];
  for (const [at, { contract_id: id, author_id: authorId, time, snapshot }] of rows.entries()) {
    const fields = shown.head(snapshot.fields);
    const lines = snapshot.lines.map(({ values }) => shown.line(values));
    const before = versions[at - 1];
    versions.push({
      version: at + 1,
      contractId: Number(id),
      num: isNumberShown ? (textOf(snapshot.fields['num']) ?? '') : '',
      money: fields.find(({ key }) => key === 'money')?.value ?? '',
      userName: names.user(authorId) ?? '',
      time,
      fields: fields.map(({ name, value }) => ({ name, value })),
      lines,
      changes: before ? [...changedFields(before.fields, fields), ...changedLines(before.lines, lines)] : [],
    });
  }
  return versions;
}

type Line = ContractVersion['lines'][number];
type Change = ContractVersion['changes'][number];

async function shownFields(db: Database, actor: Actor) {
  const names = await directoryOf(db, actor.rights.version);
  const known = { ...names, record: () => undefined };
  const all = await fieldsOf(db, actor, contractType);
  const setting = await lineSettingOf(db, actor, contractType);
  const valueOf = (field: Field | undefined, values: Readonly<Record<string, FieldValue>>): string => {
    const value = field && !field.hidden ? (values[field.fieldName] ?? null) : null;
    return field && value !== null ? fieldText(field, value, known) : '';
  };
  // what is chosen by id is the same in all versions, or said by a field beside it
  const readable = all.displayed.filter((field) => !isRelated(field.formType) && !holdsFiles(field));
  return {
    head: (values: Snapshot['fields']) =>
      readable.map((field) => ({
        key: field.fieldName,
        name: labelOf(contractType, field, actor.language),
        value: valueOf(field, values),
      })),
    line: (values: Snapshot['fields']): Line => {
      const at = (name: string): string => valueOf(setting?.fields.byName.get(name), values);
      return { name: at('name'), num: at('num'), salesPrice: at('sales_price'), subtotal: at('subtotal') };
    },
  };
}

function changedFields(before: ContractVersion['fields'], after: ContractVersion['fields']): Change[] {
  const former = new Map(before.map(({ name, value }) => [name, value]));
  return after.flatMap(({ name, value }) => {
    const from = former.get(name) ?? '';
    return from === value ? [] : [{ name, from, to: value }];
  });
}

/** Lines are compared by what they sell, the first of a name with the first. */
function changedLines(before: readonly Line[], after: readonly Line[]): Change[] {
  const left = [...before];
  const changes: Change[] = [];
  for (const line of after) {
    const at = left.findIndex(({ name }) => name === line.name);
    const [former] = at < 0 ? [] : left.splice(at, 1);
    const [from, to] = [former ? lineText(former) : '', lineText(line)];
    if (from !== to) changes.push({ name: line.name, from, to });
  }
  return [...changes, ...left.map((line) => ({ name: line.name, from: lineText(line), to: '' }))];
}

const lineText = ({ num, salesPrice, subtotal }: Line): string => `${salesPrice} × ${num} = ${subtotal}`;
