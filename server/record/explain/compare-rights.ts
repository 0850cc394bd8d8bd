import { makeActor, type Actor, type Rights } from '#server/platform/access/actor.ts';
import { readEveryone } from '#server/platform/access/everyone.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import { organisationOf } from '#server/platform/access/organisation.ts';
import { compileGranted } from '#server/platform/access/rights.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { fieldLevel, type FieldLevel } from '#shared/admin/field-level.ts';
import { projectAdminLabel } from '#shared/admin/seeded-roles.ts';
import { menuRows } from '#shared/admin/menus.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { ComparedRights } from '#shared/record/calls/explain-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { dataScopeOf } from '#server/record/access/scope.ts';
import { everybody } from '#server/record/explain/who-can.ts';
import type { Field } from '#shared/record/field.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { recordModules } from '#server/record/registry.ts';

export interface Compared {
  readonly kind: 'role' | 'person';
  readonly one: number;
  readonly other: number;
}

/**
 * What two roles, or two people, may: where they differ. A role is compared as somebody who has it alone would be.
 * @throws AppError `role.unknown`, `user.unknown` also for people who are disabled
 */
export async function compareRights(db: Database, reader: Actor, asked: Compared): Promise<ComparedRights> {
  const find = asked.kind === 'role' ? await roles(db, reader) : await people(db, reader);
  const [one, other] = [find(asked.one), find(asked.other)];
  const both = <T>(of: (side: Actor) => T) => ({ one: of(one), other: of(other) });
  const functions = functionsOf(reader).map((row) => ({ ...row, ...both((side) => flag(side.mayDo(row.permission))) }));
  const types = recordModules().map(({ type }) => type);
  const scopes = types
    .filter(({ area }) => area === 'crm')
    .map((type) => ({
      module: nameOf(type, reader),
      ...both((side) => (opens(side, type) ? scopeOf(side, type) : 0)),
    }));
  const fields = [];
  for (const type of types.filter((each) => opens(one, each) && opens(other, each)))
    fields.push(...(await fieldsWhere(db, reader, type, { one, other })));
  return {
    names: both(({ realname }) => realname),
    functions: functions.filter(differ),
    both: functions.filter((row) => row.one === 1 && row.other === 1).length,
    scopes: scopes.filter(differ),
    fields: fields.filter(differ),
  };
}

interface Pair<T> {
  readonly one: T;
  readonly other: T;
}

const differ = ({ one, other }: Pair<unknown>): boolean => one !== other;
const flag = (is: boolean) => (is ? 1 : 0);
const opens = (side: Actor, type: RecordType): boolean => side.mayDo(permissionOf(type, 'index'));
const scopeOf = ({ rights }: Actor, type: RecordType): number => dataScopeOf(rights, type);
const nameOf = (type: RecordType, { language }: Actor): string => translate(language, type.name as MessageKey);

/** Every function with the names of what it is in. */
function functionsOf({ language }: Actor) {
  const rows = new Map(menuRows.map((row) => [row.menuId, row]));
  const called = (menuId: number): string => {
    const row = rows.get(menuId);
    return row === undefined ? '' : language === 'cn' ? row.zh : row.en;
  };
  return menuRows.flatMap(({ menuId, parentId, permission }) => {
    if (!permission) return [];
    return { permission, module: called(parentId), name: called(menuId) };
  });
}

/** Fields that the reader sees, with the level of each side. */
async function fieldsWhere(db: Database, reader: Actor, type: RecordType, { one, other }: Pair<Actor>) {
  const [ofOne, ofOther] = [(await fieldsOf(db, one, type)).byId, (await fieldsOf(db, other, type)).byId];
  return (await fieldsOf(db, reader, type)).displayed.map(({ fieldId, name }) => ({
    type: nameOf(type, reader),
    fieldId,
    name,
    one: levelOf(ofOne.get(fieldId)),
    other: levelOf(ofOther.get(fieldId)),
  }));
}

function levelOf(field: Field | undefined): FieldLevel {
  if (!field) return fieldLevel.hidden;
  if (field.masked) return fieldLevel.masked;
  if (field.hidden) return fieldLevel.hidden;
  return field.readOnly ? fieldLevel.readOnly : fieldLevel.open;
}

const sideOf = ({ language }: Actor, userId: number, realname: string, rights: Rights): Actor =>
  makeActor({ userId, realname, loginId: null, language, address: '', rights });

async function people(db: Database, reader: Actor): Promise<(userId: number) => Actor> {
  const names = await directoryOf(db, reader.rights.version);
  const all = new Map((await everybody(db, reader, names)).map((person) => [person.userId, person]));
  return (userId) => {
    const person = all.get(userId);
    if (!person) throw new AppError('user.unknown');
    return sideOf(reader, userId, person.realname, person.rights);
  };
}

async function roles(db: Database, reader: Actor): Promise<(roleId: number) => Actor> {
  const all = (await readEveryone(db)).roles;
  return (roleId) => {
    const role = all.get(roleId);
    if (!role) throw new AppError('role.unknown');
    const held = { grants: [role], roleIds: [roleId], isProjectAdmin: role.label === projectAdminLabel };
    // nobody's: what a role says does not depend on who has it
    return sideOf(reader, 0, role.roleName, compileGranted(0, held, organisationOf([], []), reader.rights.version));
  };
}
