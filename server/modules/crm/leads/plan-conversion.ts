import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { pairsOf, type Pair } from '#server/modules/crm/leads/field-pairs.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { FieldSet } from '#server/record/field-set.ts';
import { findHolders } from '#server/record/import/holders.ts';
import { parseValue, settled } from '#server/record/input.ts';
import type { Values } from '#server/record/registry.ts';
import { rowColumns, valueOf, type StoredRow } from '#server/record/row.ts';
import { checkNew, refuseReadOnly } from '#server/record/save.ts';
import { scoped } from '#server/record/scope.ts';
import { takenError } from '#server/record/unique.ts';
import { visible } from '#server/record/visible.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { leadsType } from '#shared/crm/leads-type.ts';
import type { Field, FieldValue } from '#shared/record/field.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** What becomes of one lead. */
export interface Planned {
  readonly lead: StoredRow;
  readonly values: Values;
  /** Batches of file fields, each with the one of the customer that gets copies. */
  readonly files: readonly { readonly from: string; readonly to: string }[];
  /** What keeps it from being converted. */
  readonly problem: AppError | null;
}

export interface Plan {
  readonly pairs: readonly Pair[];
  readonly fields: FieldSet;
  readonly leadFields: FieldSet;
  readonly planned: readonly Planned[];
}

/** Leads in the actor's reach to write, in the order of their ids. */
export async function leadsToConvert(db: Database, actor: Actor, ids: readonly number[]): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    select ${rowColumns(leadsType)} from ${visible(leadsType, scoped(actor, leadsType, 'write'))}
    where r.leads_id = any(${[...ids]}::bigint[]) order by r.leads_id`.execute(db);
  return rows;
}

/**
 * The customers that leads would become, checked as new ones are, with what a register says of the company when somebody
 * has looked there. Takes their unique values for this transaction.
 */
export async function planConversion(
  db: Database,
  actor: Actor,
  leads: readonly StoredRow[],
  company: Readonly<Record<string, unknown>> = {},
): Promise<Plan> {
  const { pairs, customer: fields, leads: leadFields } = await pairsOf(db, actor);
  const drafts = leads.map((lead) => draftOf(fields, pairs, lead, company));
  const holders = await findHolders(
    db,
    customerType,
    fields,
    drafts.filter((draft) => draft.problem === null),
  );
  const planned = drafts.map((draft, index): Planned => {
    if (draft.problem) return draft;
    const taken = fields.all.find(
      (field) => holders.find({ [field.fieldName]: draft.values[field.fieldName] ?? null }).size > 0,
    );
    if (taken) return { ...draft, problem: takenError(taken) };
    // two leads of one call cannot both become it
    holders.take(draft.values, -1 - index);
    return draft;
  });
  return { pairs, fields, leadFields, planned };
}

function draftOf(
  fields: FieldSet,
  pairs: readonly Pair[],
  lead: StoredRow,
  company: Readonly<Record<string, unknown>>,
): Planned {
  const files: { from: string; to: string }[] = [];
  const values: Record<string, FieldValue> = Object.fromEntries(fields.all.map((field) => [field.fieldName, null]));
  try {
    if (lead['is_transform'] === 1) throw new AppError('leads.converted');
    for (const { from, to } of pairs) {
      const value = valueOf(lead, from);
      if (value === null) continue;
      if (to.formType === 'file') {
        const batch = randomUUID();
        files.push({ from: String(value), to: batch });
        values[to.fieldName] = batch;
      } else values[to.fieldName] = parseValue(to, to.formType === 'map_address' ? { detailAddress: value } : value);
    }
    for (const field of fields.all) {
      const isOpen = (values[field.fieldName] ?? null) === null && field.companionOf === null;
      if (isOpen && field.defaultValue !== '') values[field.fieldName] = parseValue(field, field.defaultValue);
    }
    const known = companyValues(fields, values, company);
    Object.assign(values, settled(fields, { ...values, ...known }));
    checkNew(customerType, fields, values);
    return { lead, values, files, problem: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { lead, values, files, problem: toReader(fields, error) };
  }
}

/** What a role hides of the customer goes over too, but nobody learns of the field by what is wrong with it (security A6). */
function toReader(fields: FieldSet, problem: AppError): AppError {
  const { fieldName = '' } = (problem.detail ?? {}) as { readonly fieldName?: string };
  return fields.byName.get(fieldName)?.hidden ? new AppError('field.unseen') : problem;
}

/** By the names of the customer's fields; the parts of the address join what the lead had of it. */
function companyValues(fields: FieldSet, values: Values, company: Readonly<Record<string, unknown>>): Values {
  const { area, detail_address: detailAddress, ...rest } = company;
  const place = values['map_address'] as Record<string, string> | null;
  const parts = {
    ...place,
    ...(area === undefined ? {} : { address: area }),
    ...(detailAddress === undefined ? {} : { detailAddress }),
  };
  const isMoved = area !== undefined || detailAddress !== undefined;
  const given: Record<string, unknown> = { ...rest, ...(isMoved ? { map_address: parts } : {}) };
  const named = Object.entries(given).flatMap(([name, raw]): [Field, unknown][] => {
    const field = fields.byName.get(name);
    return field && !field.hidden && raw !== undefined ? [[field, raw]] : [];
  });
  refuseReadOnly(named.map(([field]) => field));
  return Object.fromEntries(named.map(([field, raw]) => [field.fieldName, parseValue(field, raw)]));
}
