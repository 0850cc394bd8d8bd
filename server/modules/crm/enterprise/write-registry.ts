import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { readSave } from '#server/record/fields/input.ts';
import { lockRow, saveRecord } from '#server/record/write/save.ts';
import { namingTaken } from '#server/record/write/unique.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { checkRights, type CheckedKind } from '#shared/crm/enterprise/checked-kinds.ts';
import { registryFields } from '#shared/crm/enterprise/enterprise.ts';
import { leadsType } from '#shared/crm/leads-type.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';

const types: Readonly<Record<CheckedKind, RecordType>> = { customer: customerType, leads: leadsType };
const kinds = Object.keys(types) as CheckedKind[];

interface RegistryWrite {
  /** Which of the two is meant when both ids are sent. */
  readonly leadsOrcustomer?: CheckedKind | undefined;
  readonly entity: Readonly<Record<string, unknown>>;
  readonly version?: number | undefined;
}

export interface Written {
  readonly idKey: string;
  readonly id: number;
  readonly version: number;
  /** Keys that are not registry fields, for the log. */
  readonly ignored: readonly string[];
}

/**
 * Writes registry fields to a customer or lead through the engine's save, so history, versions, field rights and unique
 * values are respected. Requires the right to check companies and write access to the record.
 * @throws AppError `access.denied`, `access.record`, and what a save throws
 */
export async function writeRegistry(db: Database, actor: Actor, asked: RegistryWrite): Promise<Written> {
  const { entity, version } = asked;
  const kind = asked.leadsOrcustomer ?? (entity['leadsId'] === undefined ? 'customer' : 'leads');
  const right = checkRights[kind].find((one) => actor.mayDo(one));
  if (!right) throw new AppError('access.denied');
  const type = types[kind];
  const id = entity[type.idKey];
  if (typeof id !== 'number') throw new AppError('input.field', { parameter: type.idKey, subject: type.name });
  // an id of the other kind gives no access either
  for (const other of kinds.filter((one) => one !== kind)) {
    const otherId = entity[types[other].idKey];
    if (typeof otherId === 'number') await lockRow(db, actor, types[other], otherId);
  }
  const fields = await fieldsOf(db, actor, type);
  const { customerId: _customer, leadsId: _lead, ...sent } = entity;
  const { values, masked, ignored } = readSave(fields, type.idKey, sent, []);
  const isKnown = (name: string): boolean => Object.hasOwn(registryFields[kind], name);
  const saved = await namingTaken(fields, () =>
    saveRecord(db, actor, type, {
      id,
      right,
      ...(version === undefined ? {} : { version }),
      values: Object.fromEntries(Object.entries(values).filter(([name]) => isKnown(name))),
      masked: masked.filter(({ field }) => isKnown(field.fieldName)),
    }),
  );
  return {
    idKey: type.idKey,
    id: saved.id,
    version: saved.version,
    ignored: [...ignored, ...Object.keys(values).filter((name) => !isKnown(name))],
  };
}
