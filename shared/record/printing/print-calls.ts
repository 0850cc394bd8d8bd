import { z } from 'zod';
import '#shared/record/printing/print-errors.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { callPath } from '#shared/record/capabilities/call-paths.ts';
import { printTemplate, templateInput } from '#shared/record/printing/template.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import {
  done,
  flag,
  id,
  moduleCode,
  optionalFlag,
  optionalId,
  optionalInt,
  optionalText,
  text,
} from '#shared/wire/values.ts';

const mayDesign = 'manage:crm:setting';
const label = moduleCode;

/** What a document is made by: the type's default template without a key, and `plain` for one made of the fields. */
const printInput = { template: optionalText(40), withoutPrices: optionalFlag };
const printCodes = [
  'access.record',
  'print.no_template',
  'print.too_long',
  'print.too_slow',
  'print.too_many_lines',
  'print.busy',
  'print.too_often',
] as const;

const templateRow = z.object({
  /** The id of a stored template; `own-1` and so on of those that come with the type; `plain`. */
  key: z.string(),
  name: z.string(),
  /** For which printing it is, such as 签署. */
  purpose: z.string(),
  isDefault: flag,
  /** 1 = stored, so it can be changed and deleted. */
  isStored: flag,
  version: z.int(),
  updateTime: z.string(),
  updateUserName: z.string(),
});
export type TemplateRow = z.output<typeof templateRow>;

const printField = z.object({
  key: z.string(),
  name: z.string(),
  /** Fields of the record, of its lines, of a record that it names; what every record has. */
  group: z.enum(['record', 'line', 'related', 'system']),
  /** How it can be written. */
  isMoney: flag,
  isDay: flag,
  isNumber: flag,
});
export type PrintField = z.output<typeof printField>;

const place = { x: z.number(), y: z.number() };
const box = { ...place, width: z.number(), height: z.number() };
const colour = z.enum(['ink', 'muted', 'line', 'shade']);

/** What stands where on a page, in points, as the PDF has it. */
const pageItem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text'),
    ...place,
    text: z.string(),
    width: z.number(),
    size: z.number(),
    isBold: z.boolean(),
    colour,
  }),
  z.object({ kind: z.literal('line'), x1: z.number(), y1: z.number(), x2: z.number(), y2: z.number(), colour }),
  z.object({ kind: z.literal('shade'), ...box }),
  z.object({ kind: z.literal('image'), ...box, image: z.int() }),
]);
export type PageItem = z.output<typeof pageItem>;

const pagesAnswer = z.object({
  title: z.string(),
  width: z.number(),
  height: z.number(),
  pageCount: z.int(),
  /** The first ones. */
  pages: z.array(z.array(pageItem)),
  /** Base64. */
  images: z.array(z.string()),
});
export type PrintedPages = z.output<typeof pagesAnswer>;

/** Pages of a preview. */
export const mostPreviewed = 10;

export const printCalls = {
  /** Templates of a type, the default one first. */
  list: endpoint({
    path: 'printing/queryTemplateList',
    access: 'login',
    ids: {},
    input: z.object({ label }),
    output: z.array(templateRow),
    codes: ['access.denied', 'field.unknown'],
  }),
  one: endpoint({
    path: 'printing/queryTemplate',
    access: mayDesign,
    ids: {},
    input: z.object({ label, template: text(40), version: optionalInt(1, 100_000) }),
    output: templateRow.extend({
      content: printTemplate,
      /** Earlier versions, the latest first. */
      versions: z.array(z.object({ version: z.int(), createTime: z.string(), createUserName: z.string() })),
    }),
    codes: ['print.no_template', 'field.unknown'],
  }),
  save: endpoint({
    path: 'printing/saveTemplate',
    access: mayDesign,
    ids: { templateId: 'reference' },
    effect: 'write',
    idempotent: { unless: 'templateId' },
    input: z.object({
      label,
      templateId: optionalId,
      /** The version that was edited; another one since is a conflict. */
      version: optionalInt(1, 100_000),
      name: text(50).refine((name) => name !== ''),
      purpose: text(50).default(''),
      isDefault: optionalFlag,
      content: templateInput,
    }),
    output: z.object({ templateId: z.int(), version: z.int() }),
    codes: [
      'field.unknown',
      'print.no_template',
      'print.field',
      'print.name_taken',
      'print.too_many_templates',
      'record.conflict',
    ],
  }),
  remove: endpoint({
    path: 'printing/deleteTemplate',
    access: mayDesign,
    ids: { templateId: 'reference' },
    effect: 'write',
    input: z.object({ label, templateId: id }),
    output: done,
    codes: ['print.no_template', 'field.unknown'],
  }),
  /** The fields that templates of a type can name, as far as the caller sees them. */
  fields: endpoint({
    path: 'printing/queryFieldList',
    access: mayDesign,
    ids: {},
    input: z.object({ label }),
    output: z.array(printField),
    codes: ['field.unknown'],
  }),
  /** How a template looks that is being edited, with a record or, without one, with the names of its fields. */
  draft: endpoint({
    path: 'printing/queryDraftPages',
    access: mayDesign,
    ids: { id: 'record' },
    input: z.object({ label, id: optionalId, withoutPrices: optionalFlag, content: templateInput }),
    output: pagesAnswer,
    codes: ['print.field', 'field.unknown', 'access.denied', ...printCodes],
  }),
  pages: endpoint({
    path: 'printing/queryPages',
    access: 'login',
    ids: { id: 'record' },
    input: z.object({ label, id, ...printInput }),
    output: pagesAnswer,
    codes: ['access.denied', 'field.unknown', ...printCodes],
  }),
  pdf: endpoint({
    path: 'printing/generatePDF',
    access: 'login',
    ids: { id: 'record' },
    input: z.object({ label, id, ...printInput }),
    output: z.unknown(),
    answer: 'file',
    rate: 'heavy',
    codes: ['access.denied', 'field.unknown', ...printCodes],
  }),
};

/** The call of a type that prints under a name of its own. */
export const typePrintCalls = (type: RecordType) => ({
  print: endpoint({
    path: callPath(type, 'print'),
    access: permissionOf(type, 'read'),
    ids: { [type.idKey]: type.name },
    input: z.object({ [type.idKey]: id, ...printInput }),
    output: z.unknown(),
    answer: 'file',
    rate: 'heavy',
    codes: [...printCodes],
  }),
});
export type TypePrintCalls = ReturnType<typeof typePrintCalls>;
