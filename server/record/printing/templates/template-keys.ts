import { keysIn, pageKeys } from '#shared/record/printing/field-text.ts';
import type { PrintTemplate, TemplateBlock, TemplateMargin } from '#shared/record/printing/template.ts';

/** Every field that a template names: those of the record, and those of its lines. */
export interface TemplateKeys {
  readonly record: ReadonlySet<string>;
  readonly line: ReadonlySet<string>;
}

export function keysOfTemplate({ header, footer, blocks }: PrintTemplate): TemplateKeys {
  const record = new Set<string>();
  const line = new Set<string>();
  const read = (text: string): void => keysIn(text).forEach((key) => record.add(key));
  const all = blocks.flatMap((block) => (block.kind === 'when' ? [block, ...block.blocks] : [block]));
  for (const block of all) {
    textsIn(block).forEach(read);
    if (block.kind === 'fields') block.fields.forEach((key) => record.add(key));
    if (block.kind === 'when') record.add(block.field);
    if (block.kind === 'lines') block.columns.forEach(({ field }) => field !== '' && line.add(field));
  }
  for (const margin of [header, footer]) if (margin) inMargin(margin).forEach(read);
  for (const key of pageKeys) record.delete(key);
  return { record, line };
}

const textsIn = (block: TemplateBlock): readonly string[] =>
  block.kind === 'text' ? [block.text] : block.kind === 'signatures' ? block.parties : [];

const inMargin = ({ left, center, right }: TemplateMargin): string[] => [left, center, right];
