import { z } from 'zod';
import { isApplication } from '#shared/admin/company/applications.ts';
import { menuRows, type Permission } from '#shared/admin/menus.ts';
import { idsOutput, linksInput, linksOf, linkSubjects, listsOutput } from '#shared/record/calls/follow-up-links.ts';
import { can, capabilities, capabilityRights } from '#shared/record/capabilities/capability.ts';
import { callPath, type NamedCall } from '#shared/record/capabilities/call-paths.ts';
import { importFields, importPreview, previewFields } from '#shared/record/calls/import-calls.ts';
import { mostMentioned } from '#shared/record/calls/mention-calls.ts';
import { besideEntity, emptiedFields, entityInput, fieldInput } from '#shared/record/calls/save-input.ts';
import { joinEntity, linesInput } from '#shared/record/calls/save-input.ts';
import { anyRow, oneRecord, recordRow } from '#shared/record/record-row.ts';
import type { FollowUpLink, RecordType } from '#shared/record/record-type.ts';
import { endpoint, uploadLimits } from '#shared/wire/endpoint.ts';
import {
  flag,
  id,
  idList,
  jsonText,
  limit,
  optionalId,
  optionalInt,
  optionalLongText,
  optionalText,
  page,
  someIds,
  wordList,
} from '#shared/wire/values.ts';

const known = new Set(menuRows.map((row) => row.permission));

/**
 * The permission key of an action on a record type; a key that the tree lacks stops the start, unless it is that of something
 * which the type cannot do: there are no routes for it, and nobody can have the right.
 */
export function permissionOf(type: RecordType, action: string): Permission {
  const named: Readonly<Partial<Record<string, string>>> = type.rights ?? {};
  const permission = `${type.area}:${type.module}:${named[action] ?? action}` as Permission;
  if (!known.has(permission) && !isUndeclared(type, action)) throw new Error(`no menu row for ${permission}`);
  return permission;
}

const isUndeclared = (type: RecordType, action: string): boolean =>
  capabilities.some((capability) => capabilityRights[capability] === action && !can(type, capability));

/** Of whoever sets up the area of a type; where the tree lacks it, super administrators alone do. */
export const setUpOf = (type: RecordType) => `manage:${type.area}:setting` as Permission;

/** One condition of a filter (R8.1). `fieldName` is needed in the list form only. */
const simpleCondition = z.object({
  fieldName: z.string().max(100).optional(),
  name: z.string().max(100).optional(),
  formType: z.string().max(40).optional(),
  condition: z.string().max(20).optional(),
  value: z.unknown().optional(),
  start: z.unknown().optional(),
  end: z.unknown().optional(),
  startDate: z.unknown().optional(),
  endDate: z.unknown().optional(),
});

/** A condition, or in its place a group of which one has to hold; groups do not nest. */
export const condition = simpleCondition.extend({ any: z.array(simpleCondition).max(20).optional() });
export type Condition = z.infer<typeof condition>;

/** Conditions by field name as older clients send them, or a list, which may name a field twice; all have to hold. */
export const filterData = z.preprocess(
  jsonText,
  z.union([z.array(condition).max(50), z.record(z.string().max(100), condition)]).optional(),
);
export type FilterData = z.output<typeof filterData>;

export const listQuery = z.object({
  page,
  /** `nextCursor` of the page before, in place of `page`: pages as deep as there are rows. */
  cursor: optionalText(1000),
  limit: limit(),
  type: optionalInt(0, 100),
  search: optionalText(100),
  sceneId: optionalId,
  sortField: optionalText(100),
  /** 1 descending, 2 ascending (R8.4). */
  order: optionalInt(1, 2),
  data: filterData,
});

/** Rows of one export (security A13). */
export const mostExported = 100_000;

/** What an export holds: columns by the ids that the set-up of a list has, those of the list by default; and its first rows. */
export const exportInput = {
  columns: z.preprocess(wordList, z.array(z.string().max(100)).min(1).max(500).optional()),
  rows: optionalInt(1, mostExported),
};

/** A page of records of whatever type. */
export const listAnswer = z.object({
  list: z.array(anyRow),
  totalRow: z.int(),
  /** 1 exact, 0 when counting stopped at 10,001 (R7.9). */
  totalExact: z.int(),
  /** Of the page behind this one; null at the end. */
  nextCursor: z.string().nullable(),
  /** Where the names have what was searched for, literally or by their initials, in characters. */
  marks: z.array(z.object({ id: z.int(), from: z.int(), to: z.int() })).optional(),
});

export const listAnswerOf = (type: RecordType) => listAnswer.extend({ list: z.array(recordRow(type)) });

/** What a bulk act answers: `operationId` takes it back through `operation/undo`. */
export const actionAnswer = z.object({ operationId: z.int(), count: z.int() });

export const fileRow = z.object({
  fileId: z.int(),
  batchId: z.string(),
  name: z.string(),
  /** Such as `12KB`. */
  size: z.string(),
  createUserId: z.int(),
  createUserName: z.string(),
  createTime: z.string(),
  filePath: z.string(),
  url: z.string(),
  fileType: z.string(),
});

/** A field of a record and its value as text; a file field has its files. */
export const informationRow = z.object({
  fieldName: z.string(),
  name: z.string(),
  value: z.union([z.string(), z.array(fileRow)]),
  type: z.int(),
  formType: z.string(),
  /** The title of the section that begins with it. */
  section: z.string().optional(),
});
export type InformationRow = z.infer<typeof informationRow>;
export type FileRow = z.infer<typeof fileRow>;

/** A follow-up, with what those of these types can be about beside their own record. */
export const followUpRowOf = (links: readonly FollowUpLink[]) =>
  z.object({
    recordId: z.int(),
    userImg: z.string(),
    realname: z.string(),
    createUserId: z.int(),
    createTime: z.string(),
    content: z.string(),
    category: z.string(),
    nextTime: z.string().nullable(),
    batchId: z.string(),
    ...idsOutput(links),
    img: z.array(fileRow),
    file: z.array(fileRow),
    ...listsOutput(links),
    /** 1 when the next contact is to stand in the author's schedule. */
    isEvent: flag,
    /** The record that it was written for, where that is another one: wire name of the type, id and name. */
    types: z.string(),
    typesId: z.int(),
    typesName: z.string(),
    mentions: z.array(z.object({ userId: z.int(), realname: z.string() })),
    mayDelete: flag,
  });
export type FollowUpRow = z.output<ReturnType<typeof followUpRowOf>>;

/** What a record's follow-ups can be filtered by; days are whole ones. */
export const followUpFilter = z.object({
  category: optionalText(50),
  createUserId: optionalId,
  startDate: optionalText(40),
  endDate: optionalText(40),
  /** Part of the text. */
  search: optionalText(100),
});
export type FollowUpFilter = z.infer<typeof followUpFilter>;

const importCodes = [
  'import.owner',
  'import.headers',
  'import.too_many',
  'sheet.not_a_spreadsheet',
  'sheet.empty',
  'sheet.too_many_rows',
] as const;

/** The calls that a record type can have, in the letter case of its family (R3.1). */
export function recordCalls(type: RecordType) {
  const may = (action: string) => permissionOf(type, action);
  // what has no owner is read through the right to the pool (security A3)
  const mayRead = type.pool ? [may('read'), permissionOf({ ...type, module: type.pool.module }, 'index')] : may('read');
  const at = (call: NamedCall) => callPath(type, call);
  const one = { [type.idKey]: id };
  const subject = type.name;
  const sheet = { kind: 'sheet', maxBytes: uploadLimits.sheet, required: true } as const;
  return {
    save: endpoint({
      path: at('save'),
      access: [may('save'), may('update')],
      ids: {
        [`entity.${type.idKey}`]: subject,
        'entity.batchId': 'batch',
        [type.idKey]: subject,
        batchId: 'batch',
        'field.fieldId': 'field',
      },
      effect: 'write',
      idempotent: { unless: `entity.${type.idKey}` },
      input: z
        .object({
          entity: entityInput(type),
          field: z.preprocess(jsonText, z.array(fieldInput).max(300).default([])),
          version: optionalInt(1, 2_000_000_000),
          emptied: emptiedFields,
          ...besideEntity(type),
          ...linesInput(type),
        })
        .check(joinEntity(type)),
      output: z.record(z.string(), z.union([z.int(), z.string()])),
      codes: [
        'field.required',
        'field.unique',
        'field.unique_together',
        'field.read_only',
        'record.conflict',
        'record.closed',
        ...(type.lines ? (['lines.too_many', 'lines.unknown', 'lines.value'] as const) : []),
        'access.record',
        'access.denied',
      ],
    }),
    list: endpoint({
      path: at('list'),
      access: may('index'),
      ids: { sceneId: 'reference' },
      input: listQuery,
      output: listAnswerOf(type),
      codes: ['filter.field', 'sort.field', 'input.page_too_deep', 'input.cursor'],
    }),
    read: endpoint({
      path: at('read'),
      access: mayRead,
      ids: { [type.idKey]: subject },
      input: z.object(one),
      output: oneRecord(type),
      codes: [],
    }),
    remove: endpoint({
      path: at('remove'),
      access: may('delete'),
      ids: { [type.idsKey]: subject },
      effect: 'write',
      input: z.object({
        [type.idsKey]: someIds,
        versions: z.preprocess(jsonText, z.record(z.string(), z.coerce.number().int()).optional()),
      }),
      output: actionAnswer,
      codes: ['access.record', 'record.conflict', 'record.related'],
    }),
    followUp: endpoint({
      path: at('followUp'),
      access: may('read'),
      ids: {
        typesId: subject,
        batchId: 'batch',
        ...linkSubjects(type),
        mentionIds: 'user',
      },
      effect: 'write',
      idempotent: { unless: null },
      input: z.object({
        typesId: id,
        content: optionalLongText(1000),
        category: optionalText(50),
        nextTime: z.unknown().optional(),
        isEvent: optionalInt(0, 1),
        batchId: optionalText(64),
        ...linksInput(type),
        /** People whom the text names, to be told. */
        mentionIds: idList.refine((list) => list.length <= mostMentioned),
      }),
      output: z.object({ recordId: z.int() }),
      codes: [
        'access.record',
        'followup.content',
        'followup.category',
        'followup.category_unknown',
        'followup.next_time',
        'followup.mention',
        'field.date',
      ],
    }),
    followUps: endpoint({
      path: at('followUps'),
      access: mayRead,
      ids: { [type.idKey]: subject, createUserId: 'user' },
      input: z.object({ ...one, page, limit: limit(), ...followUpFilter.shape }),
      output: z.array(followUpRowOf(linksOf(type))),
      codes: ['access.record', 'field.date'],
    }),
    template: endpoint({
      path: at('template'),
      access: may('excelimport'),
      input: z.object({}),
      output: z.unknown(),
      answer: 'file',
      rate: 'heavy',
    }),
    preview: endpoint({
      path: at('preview'),
      access: may('excelimport'),
      ids: { checkId: 'reference' },
      effect: 'manual',
      upload: sheet,
      input: previewFields,
      output: importPreview,
      rate: 'heavy',
      codes: ['sheet.not_a_spreadsheet', 'sheet.empty', 'import.headers'],
    }),
    upload: endpoint({
      path: at('upload'),
      access: may('excelimport'),
      ids: { ownerUserId: 'user', userId: 'user' },
      effect: 'manual',
      idempotent: { unless: null },
      upload: sheet,
      input: importFields,
      /** The message id that the `system/message` calls follow (R22.5). */
      output: z.int(),
      rate: 'heavy',
      codes: [...importCodes],
    }),
    superUpload: endpoint({
      path: at('superUpload'),
      access: setUpOf(type),
      // its right is one of the back office
      ...(isApplication(type.area) && { application: type.area }),
      ids: { ownerUserId: 'user', userId: 'user' },
      effect: 'manual',
      idempotent: { unless: null },
      upload: { kind: 'sheet', maxBytes: 50 * 1024 * 1024, required: true },
      input: importFields,
      output: z.int(),
      rate: 'heavy',
      codes: [...importCodes],
    }),
    exportChosen: endpoint({
      path: at('exportChosen'),
      access: may('excelexport'),
      ids: { ids: subject },
      input: z.object({ ids: someIds, ...exportInput }),
      output: z.unknown(),
      answer: 'file',
      rate: 'heavy',
      codes: ['export.too_many', 'export.too_often'],
    }),
    exportAll: endpoint({
      path: at('exportAll'),
      access: may('excelexport'),
      ids: { sceneId: 'reference' },
      input: listQuery.extend(exportInput),
      output: z.unknown(),
      answer: 'file',
      rate: 'heavy',
      codes: ['export.too_many', 'export.too_often', 'filter.field'],
    }),
  };
}
export type RecordCalls = ReturnType<typeof recordCalls>;
