import { z } from 'zod';
import { jsonText, longText, text } from '#shared/wire/values.ts';

/** What a template may have, so that no template makes a document without end. */
const mostBlocks = 100;
export const mostColumns = 12;
const mostShownFields = 60;
const mostParties = 3;

/** A field by its immutable key: its column, `f` and the id of a custom one, or both of a record that it names, `customer_id.f7`. */
const fieldKey = z.string().min(1).max(130);
const aligns = ['left', 'center', 'right'] as const;
const align = z.enum(aligns);
const shortText = text(300);

/** Comparisons of conditions; the first two take no value. */
export const printConditions = ['isNull', 'isNotNull', 'is', 'isNot', 'contains', 'gt', 'egt', 'lt', 'elt'] as const;
export type PrintCondition = (typeof printConditions)[number];
export const takesValue = (condition: PrintCondition): boolean => condition !== 'isNull' && condition !== 'isNotNull';

/** Sizes of texts in relation to the document's own. */
export const textScales = { small: 0.85, normal: 1, large: 1.25, heading: 1.45, title: 1.8 } as const;
export type TextScale = keyof typeof textScales;
const textScale = z.enum(Object.keys(textScales) as [TextScale, ...TextScale[]]);

const textBlock = z.object({
  kind: z.literal('text'),
  /** With fields in braces, `{price}` or `{price:capitals}`. */
  text: longText(8000),
  scale: textScale.default('normal'),
  isBold: z.boolean().default(false),
  align: align.default('left'),
});

const fieldsBlock = z.object({
  kind: z.literal('fields'),
  columns: z.int().min(1).max(3).default(2),
  /** All that have a value, in the order of the type, where none is named. */
  fields: z.array(fieldKey).max(mostShownFields).default([]),
});

const lineColumn = z.object({
  /** Of the lines; '' is the number of the line. */
  field: z.string().max(60),
  /** In relation to the other columns. */
  width: z.int().min(1).max(100).default(10),
  /** The field's own name without. */
  title: text(60).default(''),
  /** The last row has its sum. */
  hasSum: z.boolean().default(false),
});

const linesBlock = z.object({
  kind: z.literal('lines'),
  /** All fields of the lines where none is named. */
  columns: z.array(lineColumn).max(mostColumns).default([]),
});

const plainBlocks = [
  textBlock,
  fieldsBlock,
  linesBlock,
  z.object({
    kind: z.literal('logo'),
    /** Millimetres. */
    width: z.int().min(5).max(250).default(40),
    align: align.default('left'),
  }),
  z.object({
    kind: z.literal('signatures'),
    /** A text for each, whose first line says who signs; a line without anything behind its colon is left open. */
    parties: z.array(longText(1000)).min(1).max(mostParties),
  }),
  z.object({ kind: z.literal('rule') }),
  z.object({ kind: z.literal('space'), height: z.int().min(1).max(150).default(5) }),
  z.object({ kind: z.literal('pageBreak') }),
] as const;

const plainBlock = z.discriminatedUnion('kind', plainBlocks);

/** Blocks that a document has only where a field of the record says so. */
const whenBlock = z.object({
  kind: z.literal('when'),
  field: fieldKey,
  condition: z.enum(printConditions),
  value: shortText.default(''),
  blocks: z.array(plainBlock).max(mostBlocks),
});

const margin = z.object({
  left: shortText.default(''),
  center: shortText.default(''),
  right: shortText.default(''),
  hasRule: z.boolean().default(false),
});

const millimetres = z.int().min(5).max(60);

/** A template is a tree that is checked here: neither code nor addresses, and only the fields that its type has (security X6). */
export const printTemplate = z.object({
  page: z.object({
    size: z.enum(['A4', 'A5']).default('A4'),
    isLandscape: z.boolean().default(false),
    margins: z.object({
      top: millimetres.default(20),
      right: millimetres.default(18),
      bottom: millimetres.default(20),
      left: millimetres.default(18),
    }),
    /** Points. */
    fontSize: z.number().min(7).max(16).default(10.5),
  }),
  header: margin.nullable().default(null),
  footer: margin.nullable().default(null),
  blocks: z.array(z.discriminatedUnion('kind', [...plainBlocks, whenBlock])).max(mostBlocks),
});
export type PrintTemplate = z.output<typeof printTemplate>;
export type PrintTemplateInput = z.input<typeof printTemplate>;
export type TemplateBlock = PrintTemplate['blocks'][number];
export type PlainBlock = z.output<typeof plainBlock>;
export type BlockOf<K extends TemplateBlock['kind']> = Extract<TemplateBlock, { kind: K }>;
export type TemplateMargin = z.output<typeof margin>;
export type LineColumn = z.output<typeof lineColumn>;

/** Sent as JSON text, which may be as deep as a body of its own. */
export const templateInput = z.preprocess(jsonText, printTemplate);
