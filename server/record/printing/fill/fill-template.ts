import { drawable } from '#server/platform/documents/clean-text.ts';
import type { Block, Margin, PlannedDocument } from '#server/platform/documents/document.ts';
import { holds } from '#server/record/printing/fill/conditions.ts';
import { filledLines } from '#server/record/printing/fill/fill-lines.ts';
import { filledParts, filledText, type Filling } from '#server/record/printing/fill/fill-text.ts';
import type { BlockOf, PrintTemplate, TemplateBlock, TemplateMargin } from '#shared/record/printing/template.ts';
import { textScales } from '#shared/record/printing/template.ts';

type Fill<K extends TemplateBlock['kind']> = (filling: Filling, block: BlockOf<K>) => Block[];

const fills: { readonly [K in TemplateBlock['kind']]: Fill<K> } = {
  text: (filling, { text, scale, isBold, align }) => {
    const filled = filledText(filling, text);
    // all of its lines may be about prices
    if (filled === '' && text !== '') return [];
    const isHeading = textScales[scale] > textScales.normal;
    return [{ kind: 'text', text: filled, scale: textScales[scale], isBold, isMuted: false, align, isHeading }];
  },
  fields: filledFields,
  lines: filledLines,
  logo: ({ record: { logo } }, { width, align }) => {
    if (!logo) return [];
    return [{ kind: 'image', data: logo.data, pixels: { width: logo.width, height: logo.height }, width, align }];
  },
  signatures: (filling, { parties }) => [
    {
      kind: 'signatures',
      parties: parties.map((party) => {
        const [title = '', ...lines] = filledText(filling, party).split('\n');
        return { title, lines: lines.map(openLine) };
      }),
    },
  ],
  when: (filling, { field, condition, value, blocks }) =>
    holds(filling.record.values.get(field), condition, value) ? blocks.flatMap((block) => filled(filling, block)) : [],
  rule: () => [{ kind: 'rule' }],
  space: (_filling, { height }) => [{ kind: 'space', height }],
  pageBreak: () => [{ kind: 'pageBreak' }],
};

const filled = (filling: Filling, block: TemplateBlock): Block[] =>
  (fills[block.kind] as Fill<typeof block.kind>)(filling, block as never);

/** Puts a record into a template: what comes out knows neither. */
export function fillTemplate(template: PrintTemplate, filling: Filling): PlannedDocument {
  const { record } = filling;
  const { size, isLandscape, margins, fontSize } = template.page;
  return {
    title: drawable(`${record.noun} ${record.title}`).slice(0, 200),
    createdAt: record.createdAt,
    page: { size, isLandscape, margins, fontSize },
    header: filledMargin(filling, template.header),
    footer: filledMargin(filling, template.footer),
    blocks: template.blocks.flatMap((block) => filled(filling, block)),
  };
}

function filledMargin(filling: Filling, margin: TemplateMargin | null): Margin | undefined {
  if (!margin) return undefined;
  const { left, center, right, hasRule } = margin;
  const parts = (text: string) => filledParts(filling, text);
  return { left: parts(left), center: parts(center), right: parts(right), hasRule };
}

/** Fields with their names. A field that is named stands there without a value too, to be written in by hand. */
function filledFields({ record, withoutPrices }: Filling, { columns, fields }: BlockOf<'fields'>): Block[] {
  const keys = fields.length > 0 ? fields : record.shown;
  const cells = keys.flatMap((key) => {
    const shown = record.values.get(key);
    if (!shown || (withoutPrices && shown.isMoney) || (fields.length === 0 && shown.text === '')) return [];
    return [{ label: drawable(shown.label), value: drawable(shown.text) }];
  });
  return cells.length > 0 ? [{ kind: 'grid', columns, cells }] : [];
}

/** What is asked for is left open to be written in by hand. */
function openLine(line: string): { label: string; value: string } {
  const colon = /[:：]/.exec(line);
  if (!colon) return { label: '', value: line };
  const at = colon.index + 1;
  return { label: line.slice(0, at), value: line.slice(at).trim() };
}
