import type { BlockOf, TemplateBlock } from '#shared/record/printing/template.ts';

export type BlockKind = TemplateBlock['kind'];

/** What new blocks begin with. */
export interface Beginnings {
  /** Of a condition. */
  readonly firstField: string;
  readonly parties: readonly string[];
}

const fresh: { readonly [K in BlockKind]: (beginnings: Beginnings) => BlockOf<K> } = {
  text: () => ({ kind: 'text', text: '', scale: 'normal', isBold: false, align: 'left' }),
  fields: () => ({ kind: 'fields', columns: 2, fields: [] }),
  lines: () => ({ kind: 'lines', columns: [] }),
  logo: () => ({ kind: 'logo', width: 40, align: 'left' }),
  signatures: ({ parties }) => ({ kind: 'signatures', parties: [...parties] }),
  rule: () => ({ kind: 'rule' }),
  space: () => ({ kind: 'space', height: 5 }),
  pageBreak: () => ({ kind: 'pageBreak' }),
  when: ({ firstField }) => ({ kind: 'when', field: firstField, condition: 'isNotNull', value: '', blocks: [] }),
};

export const blockKinds = Object.keys(fresh) as readonly BlockKind[];

export const newBlock = (kind: BlockKind, beginnings: Beginnings): TemplateBlock => fresh[kind](beginnings);
