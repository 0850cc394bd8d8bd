import { sql } from 'kysely';
import { isLegible } from '#server/record/fields/legible.ts';
import type { RowExtras, Rules } from '#server/record/registry.ts';
import { stageName } from '#server/record/states/stages.ts';
import type { Language } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';
import { outcome, outcomes, stage } from '#shared/crm/opportunities/opportunity-states.ts';
import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';

/** Why it has ended, as people chose and wrote it. */
const remark = sql`case when r.is_end = ${outcomes.open} then '' else (
  select concat_ws('：', nullif(v.reason, ''), nullif(v.remark, '')) from business_stage as v
  where v.business_id = r.business_id order by v.stage_id desc limit 1) end`;

/** How far it is: the place of its stage among those of its group and the end, as `2/4`; `4/4` won, `0/4` lost. */
const progress = sql`(
  select case r.is_end
    when ${outcomes.invalid} then '0/0'
    when ${outcomes.won} then count(*) + 1 || '/' || count(*) + 1
    when ${outcomes.lost} then '0/' || count(*) + 1
    else count(*) filter (where (s.order_num, s.status_id) <= (own.order_num, own.status_id)) || '/' || count(*) + 1
  end
  from business_status as s left join business_status as own on own.status_id = r.status_id
  where s.type_id = r.type_id)`;

/** Its stage, or how it ended. */
const stageOrEnd = (language: Language) => {
  const ended = outcome.values.filter(({ value }) => value !== outcomes.open);
  const called = ended.map(({ value, label }) => sql`when ${sql.lit(value)} then ${translate(language, label)}`);
  return sql`case r.is_end ${sql.join(called, sql` `)} else ${stageName(stage)} end`;
};

/** What older clients show of an opportunity's stages; those tell of the group, which a role may hide. */
export const withStages: NonNullable<Rules['rowExtras']> = async (db, actor) => {
  const extras: RowExtras = { statusRemark: remark, statusName: stageOrEnd(actor.language) };
  return (await isLegible(db, actor, opportunityType, 'type_id')) ? { ...extras, progressBar: progress } : extras;
};
