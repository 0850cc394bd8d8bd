import { z } from 'zod';
import { fieldCalls } from '#shared/record/calls/field-calls.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { done, flag, id, limit, moduleCode, optionalText, page, pageOf } from '#shared/wire/values.ts';

const access = 'manage:crm:field';

/** What uses a field, by the kind of it. */
const fieldUses = z.object({
  kind: z.string(),
  /** What people call the kind. */
  title: z.string(),
  /** 1 = the field cannot be deleted while it is used so. */
  blocks: flag,
  /** Where uses of the kind are changed; empty for what the reader may not open. */
  path: z.string(),
  /** Some of them; `fieldId` where it is a field of the same form. */
  list: z.array(z.object({ name: z.string(), fieldId: z.int().nullable() })),
  /** All of them, with those of other people that are not named. */
  total: z.int(),
});
export type FieldUses = z.output<typeof fieldUses>;

const deletedField = z.object({
  fieldId: z.int(),
  name: z.string(),
  formType: z.string(),
  deleteUserName: z.string(),
  deleteTime: z.string(),
  /** Whole days until it is destroyed, including today; 0 = during the coming night. */
  daysLeft: z.int(),
  /** Another name to restore it by, where its own has been taken. */
  suggestion: z.string(),
});
export type DeletedField = z.output<typeof deletedField>;

const formVersion = z.object({
  versionId: z.int(),
  /** Empty where no designer made it. */
  realname: z.string(),
  createTime: z.string(),
  /** When the version was made that this one restores. */
  restoredTime: z.string(),
  fieldCount: z.int(),
  /** What it changed, in words. */
  lines: z.array(z.string()),
  /** 1 = the first one that is known. */
  isFirst: flag,
  /** 1 = the form is so now. */
  isNow: flag,
});
export type FormVersion = z.output<typeof formVersion>;

const fieldOf = { label: moduleCode, fieldId: id };
const fieldIds = { fieldId: 'field' } as const;

/** Codes of a save of the form, which brings fields back too. */
const { codes } = fieldCalls.adminSave;

/** What happens to forms over time: uses of fields, deleted fields, former versions. */
export const formLifeCalls = {
  uses: endpoint({
    path: 'field/queryUses',
    access,
    ids: fieldIds,
    input: z.object(fieldOf),
    output: z.array(fieldUses),
    codes: ['field.unknown'],
  }),
  deleted: endpoint({
    path: 'field/queryDeleted',
    access,
    input: z.object({ label: moduleCode, page, limit: limit() }),
    output: pageOf(deletedField),
    codes: ['field.unknown'],
  }),
  /** How many records have a value in a deleted field. */
  deletedCount: endpoint({
    path: 'field/queryDeletedCount',
    access,
    ids: fieldIds,
    input: z.object(fieldOf),
    output: z.object({ count: z.int() }),
    codes: ['access.record', 'field.unknown'],
  }),
  restoreDeleted: endpoint({
    path: 'field/restoreDeleted',
    access,
    ids: fieldIds,
    effect: 'write',
    input: z.object({ ...fieldOf, name: optionalText(50) }),
    /** 1 = records have got the same value twice, so that it is unique no more. */
    output: z.object({ lostUnique: flag }),
    codes: [...codes, 'field.unknown', 'field.bin_name', 'field.bin_needs'],
  }),
  destroyDeleted: endpoint({
    path: 'field/destroyDeleted',
    access,
    ids: fieldIds,
    effect: 'write',
    input: z.object(fieldOf),
    output: done,
    codes: ['access.record', 'field.unknown'],
  }),
  versions: endpoint({
    path: 'field/queryVersions',
    access,
    input: z.object({ label: moduleCode, page, limit: limit() }),
    output: pageOf(formVersion),
    codes: ['field.unknown'],
  }),
  restoreVersion: endpoint({
    path: 'field/restoreVersion',
    access,
    ids: { versionId: 'reference' },
    effect: 'write',
    input: z.object({
      versionId: id,
      /** `formVersion` of what the reader saw; without it, what others have saved meanwhile gives way. */
      base: optionalText(64),
    }),
    /** Names of fields that could not come back, as their values have been destroyed. */
    output: z.object({ gone: z.array(z.string()) }),
    codes: [...codes, 'field.unknown', 'field.bin_needs'],
  }),
};
