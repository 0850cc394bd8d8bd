import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import '#server/platform/access/tables.ts';
import '#server/platform/setting-changes/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { audit } from '#server/platform/log/audit.ts';
import { settingKind, settingKinds, type SettingKind } from '#server/platform/setting-changes/setting-kind.ts';
import type { SettingChange } from '#shared/platform/setting-change-calls.ts';
import type { Language } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import type { Slice } from '#shared/wire/values.ts';

/** Items that a transaction is changing: a change within a change of the same item is part of it. */
const underWay = new WeakMap<Database, Set<string>>();

/**
 * Does `work`, which changes an item and logs that, and keeps what the item was before and after. Nothing is kept where it
 * stays as it is. A kind whose module imports the caller is given by its name.
 */
export async function changing<Value, R>(
  db: Database,
  actor: Actor,
  given: SettingKind<Value> | string,
  item: string,
  work: () => Promise<R>,
): Promise<R> {
  const kind = named(given);
  return once(db, kind, item, work, async () => {
    if (!kind.hold) await holdItem(db, kind, item);
    const before = await kind.read(db, item);
    const result = await work();
    await keep(db, actor, { kind, item, before, takesBack: null });
    return result;
  });
}

/** Keeps that an item is new, whose name was not known before. */
export const created = (db: Database, actor: Actor, kind: string, item: string): Promise<void> =>
  keep(db, actor, { kind: named(kind), item, before: null, takesBack: null });

function named<Value>(given: SettingKind<Value> | string): SettingKind<Value> {
  const kind = typeof given === 'string' ? settingKind(given) : given;
  if (!kind) throw new Error(`no kind of settings is called ${String(given)}`);
  return kind as SettingKind<Value>;
}

async function once<R>(
  db: Database,
  { name }: Pick<SettingKind, 'name'>,
  item: string,
  part: () => Promise<R>,
  whole: () => Promise<R>,
): Promise<R> {
  const key = `${name} ${item}`;
  const keys = underWay.get(db) ?? new Set();
  if (keys.has(key)) return part();
  underWay.set(db, keys.add(key));
  try {
    return await whole();
  } finally {
    keys.delete(key);
  }
}

/**
 * Takes a change back if the item is still as the change left it. @throws AppError `access.record` where there is no such
 * change for this person, `setting.changed_since`,
 * `setting.stays`
 */
export async function takeBack(db: Database, actor: Actor, changeId: number): Promise<void> {
  const change = await db
    .selectFrom('setting_change')
    .select(['kind', 'item', 'before', 'after'])
    .where('change_id', '=', changeId)
    .executeTakeFirst();
  const kind = change && settingKind(change.kind);
  if (!kind || !sees(actor, kind)) throw new AppError('access.record');
  if (kind.isFinal?.(change.before)) throw new AppError('setting.stays');
  await (kind.hold ? kind.hold(db) : holdItem(db, kind, change.item));
  const before = await kind.read(db, change.item);
  if (!isSame(before, change.after)) throw new AppError('setting.changed_since');
  const write = () => kind.write(db, actor, change.item, change.before);
  await once(db, kind, change.item, write, write);
  await keep(db, actor, { kind, item: change.item, before, takesBack: changeId });
  await audit(db, {
    userId: actor.userId,
    what: 'setting.take_back',
    subject: `${kind.name} ${change.item}`.trim(),
    result: 'done',
    address: actor.address,
  });
}

interface Asked {
  /** Names of kinds; all that the person may see without any. */
  readonly kinds: readonly string[];
}

/** The changes that a person may see, the newest first, and how many there are. */
export async function changesOf(
  db: Database,
  actor: Actor,
  { kinds: names }: Asked,
  slice: Slice,
): Promise<{ readonly list: SettingChange[]; readonly total: number }> {
  const seen = settingKinds().filter((kind) => sees(actor, kind) && (names.length === 0 || names.includes(kind.name)));
  if (seen.length === 0) return { list: [], total: 0 };
  const query = db.selectFrom('setting_change as c').where(
    'c.kind',
    'in',
    seen.map((kind) => kind.name),
  );
  const { total } = await query.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  const rows = await query
    .innerJoin('app_user as u', 'u.user_id', 'c.user_id')
    .selectAll('c')
    .select('u.realname')
    .orderBy('c.change_id', 'desc')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute();
  // several changes of a page are often of one item
  const items = new Map<string, { readonly value: unknown; readonly name: string }>();
  const list: SettingChange[] = [];
  for (const row of rows) {
    const kind = settingKind(row.kind);
    if (!kind) continue;
    const key = `${row.kind} ${row.item}`;
    const item = items.get(key) ?? {
      value: await kind.read(db, row.item),
      name: (await kind.nameOf?.(db, row.item, actor.language)) ?? '',
    };
    items.set(key, item);
    const mayTakeBack = isSame(item.value, row.after) && !kind.isFinal?.(row.before);
    list.push({
      changeId: row.change_id,
      kind: row.kind,
      title: translate(actor.language, kind.title),
      item: item.name,
      realname: row.realname,
      createTime: row.created_at,
      isTakingBack: row.takes_back === null ? 0 : 1,
      differences: await differences(db, kind, row, actor.language),
      mayTakeBack: mayTakeBack ? 1 : 0,
      effect: (mayTakeBack && (await kind.effectOf?.(db, row.before, actor.language))) || '',
    });
  }
  return { list, total };
}

const sees = (actor: Actor, kind: SettingKind): boolean => kind.access.some((permission) => actor.mayDo(permission));

/** Of two who change an item at once, the later one waits. */
async function holdItem(db: Database, { name }: Pick<SettingKind, 'name'>, item: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`setting ${name} ${item}`}, 0))`.execute(db);
}

interface Kept<Value> {
  readonly kind: SettingKind<Value>;
  readonly item: string;
  readonly before: Value | null;
  readonly takesBack: number | null;
}

async function keep<Value>(db: Database, actor: Actor, { kind, item, before, takesBack }: Kept<Value>): Promise<void> {
  const after = await kind.read(db, item);
  if (isSame(before, after)) return;
  const json = (value: Value | null) => (value === null ? null : JSON.stringify(value));
  await db
    .insertInto('setting_change')
    .values({
      kind: kind.name,
      item,
      user_id: actor.userId,
      before: json(before),
      after: json(after),
      takes_back: takesBack,
    })
    .execute();
}

/** Equal as JSON: an undefined key is none. */
function isSame(left: unknown, right: unknown): boolean {
  const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null)) as unknown;
  return isDeepStrictEqual(plain(left), plain(right));
}

async function differences(
  db: Database,
  kind: SettingKind,
  { before, after }: { readonly before: unknown; readonly after: unknown },
  language: Language,
): Promise<SettingChange['differences']> {
  const linesOf = async (value: unknown) =>
    value === null ? new Map<string, string>() : kind.linesOf(db, value, language);
  const [old, now] = [await linesOf(before), await linesOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((label) => ({ label, before: old.get(label) ?? '', after: now.get(label) ?? '' }))
    .filter((line) => line.before !== line.after);
}
