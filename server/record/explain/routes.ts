import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/services.ts';
import { fieldLevel } from '#shared/admin/field-level.ts';
import { menuRows } from '#shared/admin/menus.ts';
import { explainCalls } from '#shared/record/calls/explain-calls.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { compareRights } from '#server/record/explain/compare-rights.ts';
import { explainRecord, rolesGranting } from '#server/record/explain/explain-record.ts';
import { whoCan, whoReads } from '#server/record/explain/who-can.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { mayReach } from '#server/record/access/reach.ts';
import { moduleByWire } from '#server/record/registry.ts';

/** The right to ask about other people. */
const asOthers = 'manage:permission:update';

export const explainRoutes = (services: Services): Route[] => [
  route(explainCalls.record, async ({ db, actor, input }) => {
    const { type } = moduleByWire(input.types ?? '');
    // people who cannot see the record learn nothing about it (security A2)
    if (!(await mayReach(db, actor, type.code, input.id, 'read'))) throw new AppError('access.record');
    const person = await personFor(services, actor, input.userId);
    const { visible, writable, reasons } = await explainRecord(db, person, type, input.id, actor.language);
    return {
      userId: person.userId,
      realname: person.realname,
      visible: visible ? 1 : 0,
      writable: writable ? 1 : 0,
      reasons: reasons.map((reason) => ({ ...reason, helps: reason.helps ? 1 : 0 })),
      actions: actionsOf(person, type, actor),
      fields: await closedFields(db, person, type, actor),
    };
  }),
  route(explainCalls.whoCan, ({ db, actor, input: { permission, ...asked } }) => whoCan(db, actor, permission, asked)),
  route(explainCalls.compare, ({ db, actor, input }) => compareRights(db, actor, input)),
  route(explainCalls.whoReads, async ({ db, actor, input: { types, id, ...asked } }) => {
    const { type } = moduleByWire(types ?? '');
    if (!(await mayReach(db, actor, type.code, id, 'read'))) throw new AppError('access.record');
    return whoReads(db, actor, { type, id }, asked);
  }),
];

/** @throws AppError `access.denied` for others than oneself without the right to administer roles, `user.unknown` */
async function personFor(services: Services, actor: Actor, userId: number | undefined): Promise<Actor> {
  if (userId === undefined || userId === actor.userId) return actor;
  if (!actor.mayDo(asOthers)) throw new AppError('access.denied');
  try {
    return await services.gate.actorFor(services.pool.db, userId);
  } catch (error) {
    if (error instanceof AppError) throw new AppError('user.unknown');
    throw error;
  }
}

/**
 * What a person cannot see or change, among the fields that the caller sees, so that nobody discovers a field this way
 * (security A6).
 */
async function closedFields(db: Database, person: Actor, type: RecordType, reader: Actor) {
  const theirs = (await fieldsOf(db, person, type)).byId;
  return (await fieldsOf(db, reader, type)).displayed.flatMap(({ fieldId, fieldName, name }) => {
    const field = theirs.get(fieldId);
    if (!field || (!field.hidden && !field.readOnly)) return [];
    const { hidden, masked, readOnly } = fieldLevel;
    return [{ fieldName, name, level: field.masked ? masked : field.hidden ? hidden : readOnly }];
  });
}

function actionsOf(person: Actor, type: RecordType, reader: Actor) {
  const prefix = permissionOf(type, 'index').replace(/index$/, '');
  return menuRows.flatMap(({ permission, zh, en }) => {
    if (!permission?.startsWith(prefix)) return [];
    return {
      permission,
      name: reader.language === 'cn' ? zh : en,
      granted: person.mayDo(permission) ? 1 : 0,
      roles: rolesGranting(person.rights.roles, permission),
    };
  });
}
