import { planConversion } from '#server/modules/crm/leads/plan-conversion.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { fileCounts } from '#server/record/merge/preview-merge.ts';
import { storedRows } from '#server/record/rows/read.ts';
import { shownAs, valueOf } from '#server/record/rows/row.ts';
import { countShown } from '#server/record/write/stored-checks.ts';
import { requireAll, scoped } from '#server/record/access/scope.ts';
import type { leadsCalls } from '#shared/crm/leads-calls.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { leadsType } from '#shared/crm/leads-type.ts';
import { translate } from '#shared/i18n/translate.ts';
import { holdsFiles } from '#shared/record/field-types.ts';
import type { Field } from '#shared/record/field.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';

/** What a conversion would do, changing and locking nothing. @throws AppError `access.record`, `http.too_many` */
export async function previewConversion(
  db: Database,
  actor: Actor,
  ids: readonly number[],
): Promise<OutputOf<typeof leadsCalls.conversionPreview>> {
  const wanted = [...new Set(ids)];
  await requireAll(db, leadsType, wanted, scoped(actor, leadsType, 'write'));
  const leads = await storedRows(db, leadsType, wanted);
  const { pairs, leadFields, planned } = await planConversion(db, actor, leads, { mode: 'read' });
  const checked = planned.flatMap(({ customer }) => customer ?? []);
  await countShown({ db, actor, type: customerType }, checked);
  const directory = await directoryOf(db, actor.rights.version);
  const only = planned.length === 1 ? planned[0]?.lead : undefined;
  const shown = pairs.filter(({ from, to }) => !from.hidden && !to.hidden && to.companionOf === null);
  const batches = shown.map(({ from }) => (only && holdsFiles(from) ? valueOf(only, from) : null));
  const files = await fileCounts(db, batches);
  const textOf = (field: Field): string => {
    if (!only) return '';
    if (!holdsFiles(field)) return shownAs(field, leadFields.all, directory)(only);
    const count = files.get(String(valueOf(only, field))) ?? 0;
    return count === 0 ? '' : translate(actor.language, 'merge.files', { count });
  };
  return {
    fields: shown.map(({ from, to }) => ({ from: from.name, to: to.name, value: textOf(from) })),
    leads: planned.map(({ lead, problem }) => {
      return {
        leadsId: Number(lead['leads_id']),
        leadsName: String(lead['leads_name']),
        ownerUserName: directory.user(lead.owner_user_id ?? 0) ?? '',
        problem: problem ? translate(actor.language, problem.code, problem.params) : null,
      };
    }),
  };
}
