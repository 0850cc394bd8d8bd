import { sql } from 'kysely';
import '#server/record/scenes/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { dataScopes } from '#shared/admin/seeded-roles.ts';
import { isMessageKey, translate, type MessageKey } from '#shared/i18n/translate.ts';
import type { FilterData } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { sceneKindsOf, type SceneKind } from '#shared/record/calls/scene-calls.ts';
import { stateScenes, type StateScene } from '#shared/record/states/state.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { requireOn } from '#server/record/access/applications.ts';
import { recordModule } from '#server/record/registry.ts';
import { memberScope, ownedBy, type Scope } from '#server/record/access/scope.ts';

export interface Scene {
  readonly sceneId: number;
  readonly typeCode: number;
  readonly userId: number;
  readonly name: string;
  readonly kind: SceneKind | null;
  readonly data: FilterData;
  readonly sortField: string | null;
  readonly sortOrder: 1 | 2 | null;
  readonly hidden: boolean;
  readonly isDefault: boolean;
  readonly audience: {
    readonly all: boolean;
    readonly userIds: readonly number[];
    readonly deptIds: readonly number[];
  };
}

/** Creates the missing system scenes of a person. */
export async function ensureSystemScenes(db: Database, actor: Actor, type: RecordType): Promise<void> {
  await sql`
    insert into scene (type_code, user_id, name, kind, sorting)
    select ${type.code}, ${actor.userId}, '', kind, place from unnest(${sceneKindsOf(type)}::text[]) with ordinality as k(kind, place)
    on conflict do nothing`.execute(db);
}

/** A person's scenes of a type and those shared by others, in the reader's order; new shared ones are last. */
export async function scenesOf(db: Database, actor: Actor, type: RecordType): Promise<Scene[]> {
  const { rows } = await sql<StoredScene>`
    ${selectScenes(actor)} where s.type_code = ${type.code} and ${shownTo(actor)}
    order by case when s.user_id = ${actor.userId} then s.sorting else r.sorting end nulls last,
      s.user_id <> ${actor.userId}, s.scene_id`.execute(db);
  return rows.map((row) => sceneOf(row, actor, type));
}

/** A scene that is the actor's own or shared with them. @throws AppError `scene.unknown` */
export async function requireScene(db: Database, actor: Actor, sceneId: number): Promise<StoredScene> {
  const { rows } = await sql<StoredScene>`
    ${selectScenes(actor)} where s.scene_id = ${sceneId} and ${shownTo(actor)}`.execute(db);
  const row = rows[0];
  if (!row) throw new AppError('scene.unknown');
  requireOn(actor, recordModule(row.type_code).type);
  return row;
}

export interface StoredScene {
  readonly scene_id: number;
  readonly type_code: number;
  readonly user_id: number;
  readonly name: string;
  readonly kind: SceneKind | null;
  readonly data: FilterData;
  readonly sort_field: string | null;
  readonly sort_order: 1 | 2 | null;
  readonly share_all: boolean;
  readonly share_users: readonly number[];
  readonly share_depts: readonly number[];
  readonly hidden: boolean;
  readonly is_default: boolean;
}

const selectScenes = (actor: Actor) => sql`
  select s.scene_id, s.type_code, s.user_id, s.name, s.kind, s.data, s.sort_field, s.sort_order,
    s.share_all, s.share_users, s.share_depts,
    case when s.user_id = ${actor.userId} then s.hidden else coalesce(r.hidden, false) end as hidden,
    d.scene_id is not null as is_default
  from scene s
  left join scene_default d on d.scene_id = s.scene_id and d.user_id = ${actor.userId}
  left join scene_reader r on r.scene_id = s.scene_id and r.user_id = ${actor.userId}`;

/** Condition on the alias `s`: the actor's own scenes and those shared with him. */
export const shownTo = (actor: Actor) => sql`(s.user_id = ${actor.userId} or s.share_all
  or ${actor.userId} = any(s.share_users) or ${actor.rights.deptId} = any(s.share_depts))`;

const sceneOf = (row: StoredScene, actor: Actor, type: RecordType): Scene => ({
  sceneId: row.scene_id,
  typeCode: row.type_code,
  userId: row.user_id,
  name: row.kind ? systemName(row.kind, actor, type) : row.name,
  kind: row.kind,
  data: row.data,
  sortField: row.sort_field,
  sortOrder: row.sort_order,
  hidden: row.hidden,
  isDefault: row.is_default,
  audience: { all: row.share_all, userIds: row.share_users, deptIds: row.share_depts },
});

/** System scenes are named in the reader's language. */
function systemName(kind: SceneKind, actor: Actor, type: RecordType): string {
  const ofState = stateScenes(type).find((scene) => scene.kind === kind);
  if (ofState) return translate(actor.language, ofState.state.label);
  const own = `${type.name}.scene.${kind}`;
  const key = isMessageKey(own) ? own : `scene.${kind}`;
  const nouns = `${type.name}.many`;
  const noun = translate(actor.language, (isMessageKey(nouns) ? nouns : type.name) as MessageKey);
  const name = translate(actor.language, key as MessageKey, { noun });
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** People without the caller, cached with the list that they come from, because it is a cache key itself. */
const othersOf = new WeakMap<readonly number[], readonly number[]>();

/** The part of a scope in a system scene today; subordinates come from the current organisation. */
export function scopeOfKind(kind: SceneKind, actor: Actor, type: RecordType, scope: Scope): Scope {
  if (kind === 'mine') return ownedBy(scope, [actor.userId]);
  if (kind === 'member') return memberScope(actor, type, scope);
  if (kind !== 'subordinates') return scope;
  const owners = actor.rights.ownersOf(dataScopes.subordinates);
  if (owners === 'all') return ownedBy(scope, []);
  const others = othersOf.get(owners) ?? owners.filter((userId) => userId !== actor.userId);
  othersOf.set(owners, others);
  return ownedBy(scope, others);
}

/** Condition on the alias `r` of the scene of a state. */
export const isInState = ({ column, state }: StateScene) =>
  sql<boolean>`r.${sql.ref(column.column)} = ${sql.lit(state.value)}`;
