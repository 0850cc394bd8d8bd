import { randomUUID } from 'node:crypto';
import { pairsOf, type Pair } from '#server/modules/crm/leads/field-pairs.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { FieldSet } from '#server/record/fields/field-set.ts';
import { findHolders } from '#server/record/write/holders.ts';
import { parseValue, normalised } from '#server/record/write/input.ts';
import type { LockMode, Values } from '#server/record/registry.ts';
import { valueOf, type StoredRow } from '#server/record/rows/row.ts';
import { checkNew, refuseReadOnly } from '#server/record/write/save.ts';
import { takenError } from '#server/record/write/unique.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import type { Field, FieldValue } from '#shared/record/field.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** What a register says of a company, by the names of the customer's fields. */
export type Company = Readonly<Record<string, unknown>>;

/** What becomes of one lead. */
export interface Planned {
  readonly lead: StoredRow;
  /** Who gets the customer. */
  readonly ownerUserId: number;
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

/**
 * The customers that leads would become, checked as new ones are, with what a register says of the company when somebody
 * has looked there. When locking, takes their unique values for this transaction.
 */
export async function planConversion(
  db: Database,
  actor: Actor,
  leads: readonly StoredRow[],
  { company = {}, mode = 'lock' }: { readonly company?: Company; readonly mode?: LockMode } = {},
): Promise<Plan> {
  const { pairs, customer: fields, leads: leadFields } = await pairsOf(db, actor);
  const drafts = leads.map((lead) => draftOf(actor, fields, pairs, lead, company));
  const holders = await findHolders(
    db,
    customerType,
    fields,
    drafts.filter((draft) => draft.problem === null),
    mode,
  );
  const planned = drafts.map((draft, index): Planned => {
    if (draft.problem) return draft;
    const taken = holders.takenField(draft.values);
    if (taken) return { ...draft, problem: takenError(taken) };
    // two leads of one call cannot both become it
    holders.take(draft.values, -1 - index);
    return draft;
  });
  return { pairs, fields, leadFields, planned };
}

function draftOf(actor: Actor, fields: FieldSet, pairs: readonly Pair[], lead: StoredRow, company: Company): Planned {
  const ownerUserId = lead.owner_user_id ?? actor.userId;
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
    Object.assign(values, normalised(fields, { ...values, ...known }));
    checkNew(customerType, fields, values);
    return { lead, ownerUserId, values, files, problem: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { lead, ownerUserId, values, files, problem: toReader(fields, error) };
  }
}

/** What a role hides of the customer goes over too, but nobody learns of the field by what is wrong with it (security A6). */
function toReader(fields: FieldSet, problem: AppError): AppError {
  const { fieldName = '' } = (problem.detail ?? {}) as { readonly fieldName?: string };
  return fields.byName.get(fieldName)?.hidden ? new AppError('field.unseen') : problem;
}

/** By the names of the customer's fields; the parts of the address join what the lead had of it. */
function companyValues(fields: FieldSet, values: Values, company: Company): Values {
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
