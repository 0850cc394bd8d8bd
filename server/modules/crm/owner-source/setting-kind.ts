import { sql } from 'kysely';
import { bindingsOf, standingOf, type StoredBinding } from '#server/modules/crm/owner-source/bindings.ts';
import { requireReach } from '#server/modules/crm/owner-source/reach.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { HeldItem } from '#server/platform/hand-over/holding.ts';
import { replacedIn } from '#server/platform/hand-over/replaced-in.ts';
import type { Lines } from '#server/platform/setting-changes/setting-kind.ts';
import { settingRows } from '#server/platform/setting-changes/setting-rows.ts';
import type { Language } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** The bindings of agents and advisers. */
export const ownerSourceKind = settingRows<StoredBinding>({
  name: 'owner_source',
  title: 'page.owner_source',
  access: ['manage:crm:ownerSource'],
  read: bindingsOf,
  put: putBindings,
  remove: removeBindings,
  people: {
    itemsOf: async (db, userIds) => {
      const { rows } = await sql<HeldItem>`
        select u as "userId", owner_source_id::text as item from owner_source
        join unnest(${[...userIds]}::int[]) as u on u = any(adviser_user_ids) order by owner_source_id`.execute(db);
      return rows;
    },
    replaced: (bindings, from, to) =>
      bindings.map((binding) => ({ ...binding, adviserUserIds: replacedIn(binding.adviserUserIds, from, to) })),
  },
  linesOf,
});

/** @throws AppError `owner_source.reach` */
export async function removeBindings(db: Database, ids: readonly number[], actor: Actor): Promise<void> {
  const stored = await bindingsOf(db, ids);
  await requireReach(
    db,
    actor,
    stored.map(({ agentUserId }) => agentUserId),
  );
  await sql`delete from owner_source where owner_source_id = any(${[...ids]}::int[])`.execute(db);
}

/**
 * People who have been disabled since stay as they are: the effect passes them over.
 * @throws AppError `owner_source.reach`, `owner_source.taken` where a day has another binding by now
 */
async function putBindings(db: Database, bindings: readonly StoredBinding[], actor: Actor): Promise<void> {
  const replaced = await bindingsOf(
    db,
    bindings.map(({ id }) => id),
  );
  await requireReach(
    db,
    actor,
    [...bindings, ...replaced].map(({ agentUserId }) => agentUserId),
  );
  for (const binding of bindings) await requireFree(db, binding);
  const given = sql`jsonb_to_recordset(${JSON.stringify(bindings)}::jsonb) as e(id int, "agentUserId" int, source text,
    "adviserUserIds" int[], "effectiveDate" date, remark text, "createUserId" int, "createTime" timestamptz)`;
  await sql`
    insert into owner_source (owner_source_id, agent_user_id, source, adviser_user_ids, effective_date, remark, create_user_id,
      create_time)
    select e.id, e."agentUserId", e.source, e."adviserUserIds", e."effectiveDate", e.remark, e."createUserId", e."createTime"
    from ${given}
    on conflict (owner_source_id) do update set agent_user_id = excluded.agent_user_id, source = excluded.source,
      adviser_user_ids = excluded.adviser_user_ids, effective_date = excluded.effective_date, remark = excluded.remark`.execute(
    db,
  );
}

type Place = Pick<StoredBinding, 'agentUserId' | 'source' | 'effectiveDate'>;

/** An agent has one binding for a source and a day. Needs `hold`. @throws AppError `owner_source.taken` */
export async function requireFree(db: Database, place: Place & { readonly id?: number | undefined }): Promise<void> {
  const { agentUserId, source, effectiveDate, id = 0 } = place;
  const { rows } = await sql`
    select from owner_source where agent_user_id = ${agentUserId} and source = ${source}
      and effective_date = ${effectiveDate}::date and owner_source_id <> ${id}`.execute(db);
  if (rows.length === 0) return;
  const name = (await standingOf(db, [agentUserId])).get(agentUserId)?.realname ?? '';
  throw new AppError('owner_source.taken', { name, day: effectiveDate });
}

/** A line for each binding: of whom and from when, and to whom. */
async function linesOf(db: Database, bindings: readonly StoredBinding[], language: Language): Promise<Lines> {
  const people = await standingOf(
    db,
    bindings.flatMap(({ agentUserId, adviserUserIds }) => [agentUserId, ...adviserUserIds]),
  );
  const nameOf = (userId: number): string => people.get(userId)?.realname ?? '';
  return new Map(
    bindings.map(({ agentUserId, adviserUserIds, source, effectiveDate, remark }) => {
      const where = source || translate(language, 'owner_source.any_source');
      const advisers = adviserUserIds.map(nameOf).join(translate(language, 'rights.comma'));
      return [
        `${nameOf(agentUserId)} · ${where} · ${effectiveDate}`,
        [advisers, remark].filter((word) => word !== '').join(' · '),
      ];
    }),
  );
}
