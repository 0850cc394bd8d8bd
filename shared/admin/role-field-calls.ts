import { z } from 'zod';
import { fieldLevels } from '#shared/admin/field-level.ts';
import { doneOrWaiting, waits } from '#shared/admin/rights-change.ts';
import { currentPassword, unconfirmed } from '#shared/admin/user-calls.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { flag, id, jsonText, moduleCode } from '#shared/wire/values.ts';

/** 0 hidden, 1 read, 2 write, 3 masked. */
const level = z.coerce.number().pipe(z.literal(fieldLevels));

/** A role's levels for the fields of a record type (security A6, A8). */
export const roleFieldCalls = {
  list: endpoint({
    path: 'field/queryRoleField',
    access: 'manage:permission:update',
    ids: { roleId: 'role' },
    input: z.object({ roleId: id, label: moduleCode }),
    output: z.array(
      z.object({
        fieldId: z.int(),
        fieldName: z.string(),
        name: z.string(),
        fieldType: flag,
        level: z.int(),
        /** 1 = it names the records, so it cannot be restricted. */
        fixed: flag,
      }),
    ),
    codes: ['role.unknown', 'field.unknown'],
  }),
  /** Replaces the levels of a type; omitted fields become writable. Without any restriction the type is open. */
  save: endpoint({
    path: 'field/saveRoleField',
    access: 'manage:permission:update',
    effect: 'write',
    ids: { roleId: 'role', 'data.fieldId': 'field' },
    input: z.object({
      roleId: id,
      label: moduleCode,
      data: z.preprocess(jsonText, z.array(z.object({ fieldId: id, level })).max(200)),
      currentPassword,
    }),
    output: doneOrWaiting,
    codes: ['role.unknown', 'role.fixed', 'rights.kept', ...waits, 'field.unknown', 'field.locked', ...unconfirmed],
  }),
};
