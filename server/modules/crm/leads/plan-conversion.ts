import { randomUUID } from 'node:crypto';
import { pairsOf, type Pair } from '#server/modules/crm/leads/field-pairs.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { FieldSet } from '#server/record/fields/field-set.ts';
import { forReader, type Prepared } from '#server/record/write/draft.ts';
import { parseValue, problemOf, refusal } from '#server/record/fields/input.ts';
import { planNew, type NewDraft } from '#server/record/write/insert-prepared.ts';
import type { LockMode, Values } from '#server/record/registry.ts';
import { valueOf, type StoredRow } from '#server/record/rows/row.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { holdsFiles, partsOf } from '#shared/record/field-types.ts';
import type { Field, FieldValue } from '#shared/record/field.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** Company data from a register, by customer field name. */
export type Company = Readonly<Record<string, unknown>>;

/** The customer that a lead will become. */
interface Draft extends NewDraft {
  readonly lead: StoredRow;
  /** Batches of file fields, each with the customer batch that receives copies. */
  readonly files: readonly { readonly from: string; readonly to: string }[];
}

/** The plan for one lead. */
export interface Planned {
  readonly lead: StoredRow;
  /** What prevents its conversion. */
  readonly problem: AppError | null;
  /** The customer; null where the lead cannot be read as one. */
  readonly customer: Prepared<Draft> | null;
}

export interface Plan {
  readonly pairs: readonly Pair[];
  readonly fields: FieldSet;
  readonly leadFields: FieldSet;
  readonly planned: readonly Planned[];
}

/**
 * The customers that leads would become, checked like new ones, with register data of the company if it was looked up.
 * With locking, reserves their unique values for this transaction.
 */
export async function planConversion(
  db: Database,
  actor: Actor,
  leads: readonly StoredRow[],
  { company = {}, mode = 'lock' }: { readonly company?: Company; readonly mode?: LockMode } = {},
): Promise<Plan> {
  const { pairs, customer: fields, leads: leadFields } = await pairsOf(db, actor);
  const read = leads.map((lead) => draftOf(actor, fields, pairs, lead, company));
  const drafts = read.filter((one): one is Draft => !(one instanceof AppError));
  const batch = { db, actor, type: customerType, fields };
  const customers = new Map((await planNew(batch, drafts, { mode })).map((one) => [one.draft, one]));
  const planned = read.map((one, at): Planned => {
    const lead = leads[at] as StoredRow;
    if (one instanceof AppError) return { lead, problem: one, customer: null };
    const customer = customers.get(one) ?? null;
    const [problem] = customer?.problems ?? [];
    return { lead, problem: problem ? refusal(problem) : null, customer };
  });
  return { pairs, fields, leadFields, planned };
}

/** Values copied by the set-up are `carried`; values found in a register are `sent`. */
function draftOf(
  actor: Actor,
  fields: FieldSet,
  pairs: readonly Pair[],
  lead: StoredRow,
  company: Company,
): Draft | AppError {
  const files: { from: string; to: string }[] = [];
  const carried: Record<string, FieldValue> = {};
  try {
    if (lead['is_transform'] === 1) throw new AppError('leads.converted');
    for (const { from, to } of pairs) {
      const value = valueOf(lead, from);
      if (value === null) continue;
      if (holdsFiles(to)) {
        const batch = randomUUID();
        files.push({ from: String(value), to: batch });
        carried[to.fieldName] = batch;
        continue;
      }
      const parts = partsOf(to);
      carried[to.fieldName] = parseValue(to, parts ? { [parts.asText]: value } : value);
    }
    for (const field of fields.all) {
      const isOpen = (carried[field.fieldName] ?? null) === null && field.companionOf === null;
      if (isOpen && field.defaultValue !== '') carried[field.fieldName] = parseValue(field, field.defaultValue);
    }
    const details = { title: String(lead['leads_name']), leadsId: Number(lead['leads_id']) };
    const ownerUserId = lead.owner_user_id ?? actor.userId;
    const sent = companyValues(fields, carried, company);
    return { row: null, lead, ownerUserId, carried, sent, files, bringsFiles: true, details };
  } catch (error) {
    return refusal(forReader(fields, problemOf(error)));
  }
}

/** By customer field name; the parts of the address complete those of the lead. */
function companyValues(fields: FieldSet, values: Values, company: Company): Values {
  const { area, detail_address: detailAddress, ...rest } = company;
  const place = values['map_address'] as Record<string, string> | undefined;
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
  return Object.fromEntries(named.map(([field, raw]) => [field.fieldName, parseValue(field, raw)]));
}
