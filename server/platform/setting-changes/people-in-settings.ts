import '#server/platform/setting-changes/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { listedHolding } from '#server/platform/hand-over/listed-holding.ts';
import type { Holding } from '#server/platform/hand-over/holding.ts';
import { changing, takeBack } from '#server/platform/setting-changes/changes.ts';
import { settingKinds, type SettingKind } from '#server/platform/setting-changes/setting-kind.ts';
import { translate } from '#shared/i18n/translate.ts';
import { AppError } from '#shared/wire/error-codes.ts';

interface Entry {
  readonly changeId: number;
}

/** Places in settings that name people, such as a plan of duties: a holding for each kind that says so. */
export const settingHoldings = (): Holding[] =>
  settingKinds().flatMap((kind) => (kind.people ? [settingHolding(kind, kind.people)] : []));

const settingHolding = (kind: SettingKind, people: NonNullable<SettingKind['people']>): Holding =>
  listedHolding<Entry>({
    name: `setting.${kind.name}`,
    titleOf: (language) => translate(language, kind.title),
    mayMove: (actor) => kind.access.some((permission) => actor.mayDo(permission)),
    itemsOf: people.itemsOf,
    nameOf: async (db, actor, item) =>
      (await kind.nameOf?.(db, item, actor.language)) || translate(actor.language, kind.title),
    move: async (db, actor, { item, fromUserId, toUserId }) => {
      await kind.hold?.(db);
      await changing(db, actor, kind, item, async () => {
        const value = await kind.read(db, item);
        const named = await people.itemsOf(db, [fromUserId]);
        if (value === null || !named.some((one) => one.item === item)) throw new AppError('hand_over.moved');
        await kind.write(db, actor, item, people.replaced(value, fromUserId, toUserId));
      });
      return { changeId: await latestChange(db, kind, item) };
    },
    moveBack: (db, actor, { changeId }) => takeBack(db, actor, changeId),
  });

async function latestChange(db: Database, { name }: SettingKind, item: string): Promise<number> {
  const { changeId } = await db
    .selectFrom('setting_change')
    .select((one) => one.fn.max('change_id').as('changeId'))
    .where('kind', '=', name)
    .where('item', '=', item)
    .executeTakeFirstOrThrow();
  return Number(changeId);
}
