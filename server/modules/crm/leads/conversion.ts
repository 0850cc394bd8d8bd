import { sql } from 'kysely';
import { carryOver } from '#server/modules/crm/leads/carry-over.ts';
import { planConversion, type Company, type Planned } from '#server/modules/crm/leads/plan-conversion.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import type { FieldSet } from '#server/record/fields/field-set.ts';
import { insertPrepared } from '#server/record/write/insert-prepared.ts';
import { countedRefusal } from '#server/record/write/stored-checks.ts';
import { changeMany, openOperation } from '#server/record/write/change-many.ts';
import { lockRecords } from '#server/record/write/lock-records.ts';
import { keepMade } from '#server/record/actions/made-rows.ts';
import type { Act } from '#server/record/ownership/transfer.ts';
import { storedRows } from '#server/record/rows/read.ts';
import { scoped } from '#server/record/access/scope.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { leadsType } from '#shared/crm/leads-type.ts';
import { translate } from '#shared/i18n/translate.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';

export interface Conversion extends Act {
  /** In the order of the requested leads. */
  readonly customerIds: number[];
}

interface Asked {
  readonly ids: readonly number[];
  readonly versions?: Readonly<Record<string, number>> | undefined;
  readonly company?: Company;
}

/** Maximum number of names shown in a person's list of actions. */
const mostNames = 3;

/**
 * Makes a customer of each lead, for the lead's owner, with copies of its attachments and follow-ups. All or none: the
 * first lead that cannot be converted fails the call and is named. Requires the right to convert, not the one to create
 * customers; the checks are those of a new customer. One action, whose undo removes the customers (R15.2).
 * @throws AppError `access.record`, `record.conflict`, `leads.converted`, what the save of a customer refuses and
 * `owner.limit`; of several leads `leads.not_converted`, which names the one and the reason
 */
export async function convertLeads(
  db: Database,
  actor: Actor,
  store: { readonly files: FileStore; readonly folder: string },
  { ids, versions = {}, company = {} }: Asked,
): Promise<Conversion> {
  const wanted = [...new Set(ids)];
  await lockRecords(db, actor, leadsType, wanted, { reach: scoped(actor, leadsType, 'write').where, versions });
  const leads = await storedRows(db, leadsType, wanted);
  const { fields, leadFields, planned } = await planConversion(db, actor, leads, { company });
  const isOne = wanted.length === 1;
  const batch = { db, actor, type: customerType, fields };
  for (const plan of planned)
    if (plan.problem)
      throw await countedRefusal(batch, naming(actor, plan, plan.problem, isOne), plan.customer ? [plan.customer] : []);
  const customers = planned.flatMap(({ customer }) => customer ?? []);
  const log = {
    verb: 'converted' as const,
    access: permissionOf(leadsType, 'transform'),
    rowTotal: wanted.length,
    details: { title: titleOf(planned) },
    isWhole: true,
  };
  const operationId = await openOperation(db, actor, leadsType, log);
  const made = await openOperation(db, actor, customerType, { ...log, partOf: operationId });
  const { ids: customerIds, batchIds } = await insertPrepared(batch, customers, {
    verb: log.verb,
    details: { operationId: made },
  });
  await keepMade(db, actor, made, customerIds);
  const becomes = new Map(planned.map(({ lead }, index) => [Number(lead['leads_id']), customerIds[index] ?? 0]));
  await carryOver(
    store,
    db,
    actor,
    customers.map(({ draft: { lead, files } }, index) => ({
      lead,
      customerId: customerIds[index] ?? 0,
      batches: [{ from: lead.batch_id, to: batchIds[index] ?? '' }, ...files],
    })),
    isHidden(leadFields) && !isHidden(fields),
  );
  await changeMany(db, actor, leadsType, wanted, {
    verb: log.verb,
    access: log.access,
    operationId,
    set: {
      is_transform: sql`1::smallint`,
      customer_id: sql`(${JSON.stringify(Object.fromEntries(becomes))}::jsonb ->> r.leads_id::text)::bigint`,
    },
    touches: true,
    detailsOf: sql`jsonb_build_object('title', r.leads_name)`,
  });
  return { operationId, count: wanted.length, customerIds: wanted.map((id) => becomes.get(id) ?? 0) };
}

/** Whether the actor's roles hide the next contact, which follow-ups carry as well. */
const isHidden = (fields: FieldSet): boolean => fields.byName.get('next_time')?.hidden === true;

/** A single lead needs no name: older clients know the bare messages. */
function naming(actor: Actor, { lead }: Planned, problem: AppError, isOne: boolean): AppError {
  if (isOne) return problem;
  const reason = translate(actor.language, problem.code, problem.params);
  return new AppError('leads.not_converted', { name: String(lead['leads_name']), reason }, { id: lead['leads_id'] });
}

function titleOf(planned: readonly Planned[]): string {
  const names = planned.slice(0, mostNames).map(({ lead }) => String(lead['leads_name']));
  return [...names, ...(planned.length > mostNames ? ['…'] : [])].join('\n');
}
