import type { Block, ImageBlock, Margin, PlannedDocument, SignaturesBlock, TextBlock } from './document.ts';
import { broken, Flow, lineHeight, points } from './flow.ts';
import { layOutGrid, layOutTable } from './lay-out-table.ts';
import type { LaidOut } from './laid-out.ts';

type Placing<K extends Block['kind']> = (flow: Flow, block: Extract<Block, { kind: K }>, images: string[]) => void;

const placing: { readonly [K in Block['kind']]: Placing<K> } = {
  text: layOutText,
  grid: layOutGrid,
  table: layOutTable,
  image: layOutImage,
  signatures: layOutSignatures,
  rule: (flow) => flow.rule(),
  space: (flow, { height }) => flow.space(height),
  pageBreak: (flow) => {
    if (!flow.isAtTop) flow.newPage();
  },
};

/** Places a document on pages; the same data comes to the same place on every machine. */
export function layOut(document: PlannedDocument): LaidOut {
  const flow = new Flow(document.page);
  const images: string[] = [];
  for (const block of document.blocks)
    (placing[block.kind] as Placing<typeof block.kind>)(flow, block as never, images);
  layOutMargins(flow, document);
  const { title, createdAt } = document;
  return { title, createdAt, width: flow.width, height: flow.height, pages: flow.pages, images };
}

function layOutText(flow: Flow, { text, scale, isBold, isMuted, align, isHeading }: TextBlock): void {
  const size = flow.fontSize * scale;
  const written = { x: flow.left, width: flow.inner, size, isBold, align, colour: isMuted ? 'muted' : 'ink' } as const;
  const lines = broken(text, written);
  const high = lineHeight(size);
  // a heading is not left behind by what it is about
  if (isHeading) flow.reserve(high * lines.length + lineHeight(flow.fontSize) * 2);
  for (const line of lines) {
    flow.reserve(high);
    flow.text(line, flow.y + (high - size * 1.3) / 2, written);
    flow.y += high;
  }
}

function layOutImage(flow: Flow, { data, pixels, width, align }: ImageBlock, images: string[]): void {
  const ratio = pixels.height / pixels.width;
  const most = Math.min(flow.inner, (flow.bottom - flow.top) / ratio);
  const wide = Math.min(points(width), most);
  const high = wide * ratio;
  flow.reserve(high);
  const free = flow.inner - wide;
  const x = flow.left + (align === 'left' ? 0 : align === 'right' ? free : free / 2);
  const known = images.indexOf(data);
  const image = known === -1 ? images.push(data) - 1 : known;
  flow.add({ kind: 'image', x, y: flow.y, width: wide, height: high, image });
  flow.y += high + 4;
}

/** The places to sign stay together on one page. */
function layOutSignatures(flow: Flow, { parties }: SignaturesBlock): void {
  const size = flow.fontSize;
  const high = lineHeight(size) * 1.5;
  const gap = 24;
  const wide = (flow.inner - gap * (parties.length - 1)) / Math.max(1, parties.length);
  const plain = { size, isBold: false, align: 'left', colour: 'ink' } as const;
  const columns = parties.map(({ title, lines }) => ({
    title: broken(title, { ...plain, width: wide, isBold: true }),
    lines: lines.flatMap(({ label, value }) => {
      const [first = '', ...more] = broken(`${label}${value}`, { ...plain, width: wide });
      // an empty line is room, such as for a seal
      return [{ text: first, isOpen: value === '' && label !== '' }, ...more.map((text) => ({ text, isOpen: false }))];
    }),
  }));
  const rows = Math.max(0, ...columns.map(({ title, lines }) => title.length + lines.length));
  flow.reserve(rows * high);
  for (const [at, { title, lines }] of columns.entries()) {
    const x = flow.left + at * (wide + gap);
    let y = flow.y;
    for (const text of title) {
      flow.text(text, y, { ...plain, x, width: wide, isBold: true });
      y += high;
    }
    for (const { text, isOpen } of lines) {
      flow.text(text, y, { ...plain, x, width: wide });
      if (isOpen) flow.line(x, y + size * 1.5, x + wide, y + size * 1.5, 'line');
      y += high;
    }
  }
  flow.y = Math.min(flow.bottom, flow.y + rows * high);
}

/** What stands above and below each page, now that their number is known. */
function layOutMargins(flow: Flow, { header, footer }: PlannedDocument): void {
  const size = flow.fontSize * 0.85;
  for (const [at, page] of flow.pages.entries()) {
    flow.current = page;
    const numbers = { page: String(at + 1), pages: String(flow.pages.length) };
    if (header) layOutMargin(flow, header, numbers, flow.top - size * 2.2, flow.top - size * 0.6);
    if (footer) layOutMargin(flow, footer, numbers, flow.bottom + size * 0.9, flow.bottom + size * 0.6);
  }
}

function layOutMargin(
  flow: Flow,
  { left, center, right, hasRule }: Margin,
  numbers: Readonly<Record<'page' | 'pages', string>>,
  y: number,
  ruleAt: number,
): void {
  const size = flow.fontSize * 0.85;
  for (const [align, parts] of [
    ['left', left],
    ['center', center],
    ['right', right],
  ] as const) {
    const whole = parts.map((part) => ('text' in part ? part.text : numbers[part.number])).join('');
    const written = { x: flow.left, width: flow.inner, size, isBold: false, align, colour: 'muted' } as const;
    flow.text(broken(whole, written)[0] ?? '', y, written);
  }
  if (hasRule) flow.line(flow.left, ruleAt, flow.right, ruleAt, 'line');
}
