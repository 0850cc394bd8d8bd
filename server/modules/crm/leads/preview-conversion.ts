import { leadsToConvert, planConversion, type Planned } from '#server/modules/crm/leads/plan-conversion.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { fileCounts } from '#server/record/merge/preview-merge.ts';
import { refusalOf } from '#server/record/refusal.ts';
import { recordModule } from '#server/record/registry.ts';
import { shownAs, valueOf } from '#server/record/row.ts';
import { requireAll, scoped } from '#server/record/scope.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import type { leadsCalls } from '#shared/crm/leads-calls.ts';
import { leadsType } from '#shared/crm/leads-type.ts';
import { translate } from '#shared/i18n/translate.ts';
import type { Field } from '#shared/record/field.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** What a conversion would do, changing nothing. @throws AppError `access.record` */
export async function previewConversion(
  db: Database,
  actor: Actor,
  ids: readonly number[],
): Promise<OutputOf<typeof leadsCalls.conversionPreview>> {
  const wanted = [...new Set(ids)];
  await requireAll(db, leadsType, wanted, scoped(actor, leadsType, 'write'));
  const { pairs, leadFields, planned } = await planConversion(db, actor, await leadsToConvert(db, actor, wanted));
  const directory = await directoryOf(db, actor.rights.version);
  const only = planned.length === 1 ? planned[0]?.lead : undefined;
  const shown = pairs.filter(({ from, to }) => !from.hidden && !to.hidden && to.companionOf === null);
  const batches = shown.map(({ from }) => (only && from.formType === 'file' ? valueOf(only, from) : null));
  const files = await fileCounts(db, batches);
  const textOf = (field: Field): string => {
    if (!only) return '';
    if (field.formType !== 'file') return shownAs(field, leadFields.all, directory)(only);
    const count = files.get(String(valueOf(only, field))) ?? 0;
    return count === 0 ? '' : translate(actor.language, 'merge.files', { count });
  };
  const full = await beyondRoom(db, actor, planned);
  return {
    fields: shown.map(({ from, to }) => ({ from: from.name, to: to.name, value: textOf(from) })),
    leads: planned.map((plan) => {
      const { lead } = plan;
      const problem = plan.problem ?? full.get(plan);
      return {
        leadsId: Number(lead['leads_id']),
        leadsName: String(lead['leads_name']),
        ownerUserName: directory.user(lead.owner_user_id ?? 0) ?? '',
        problem: problem ? translate(actor.language, problem.code, problem.params) : null,
      };
    }),
  };
}

/** The leads whose owners have no room for their customers beside the ones before them, with what is said of it. */
async function beyondRoom(
  db: Database,
  actor: Actor,
  planned: readonly Planned[],
): Promise<ReadonlyMap<Planned, AppError>> {
  const { beforeOwn = [] } = recordModule(customerType.code).rules;
  const refusalFor = (owner: number, created: number) =>
    refusalOf(async () => {
      for (const check of beforeOwn) await check(db, owner, { created });
    });
  const beyond = new Map<Planned, AppError>();
  const fine = planned.filter(({ problem }) => problem === null);
  for (const [owner, own] of Map.groupBy(fine, ({ lead }) => lead.owner_user_id ?? actor.userId)) {
    const refusal = await refusalFor(owner, own.length);
    if (!refusal) continue;
    // how many there is room for: found by halves
    let [room, tooMany] = [0, own.length];
    while (tooMany - room > 1) {
      const half = Math.floor((room + tooMany) / 2);
      if (await refusalFor(owner, half)) tooMany = half;
      else room = half;
    }
    for (const plan of own.slice(room)) beyond.set(plan, refusal);
  }
  return beyond;
}
