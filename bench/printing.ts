import { create } from 'fontkit';
import { readFileSync } from 'node:fs';
import PDFDocument from 'pdfkit';
import { drawPdf } from '#server/platform/documents/draw.ts';
import { layOut } from '#server/platform/documents/lay-out.ts';
import { fillTemplate } from '#server/record/printing/fill/fill-template.ts';
import type { PrintedRecord, PrintedValue } from '#server/record/printing/printed-value.ts';
import { printTemplate } from '#shared/record/printing/template.ts';
import type { Report } from './report.ts';
import { median, timed } from './timing.ts';

const rounds = 15;
const regular = create(
  readFileSync(new URL(import.meta.resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'))),
);

const value = (label: string, text: string, isFigure = false): PrintedValue => ({
  label,
  text,
  value: text,
  isMoney: isFigure,
  isFigure,
  isDay: false,
});

function recordOf(lines: number): PrintedRecord {
  const columns = { product: value('产品', ''), price: value('单价', '', true), subtotal: value('小计', '', true) };
  const names = ['title', 'customer', 'address', 'signed', 'remark'];
  return {
    title: '购销合同',
    noun: '合同',
    createdAt: '2026-11-24T00:00:00Z',
    values: new Map([
      ...names.map((name) => [name, value(name, `云帆科技（杭州）有限公司 ${name}`)] as const),
      ['total', value('合同金额', '1234567.89', true)],
    ]),
    shown: names,
    totals: ['total'],
    lines: {
      fields: new Map(Object.entries(columns)),
      titleKey: 'product',
      rows: Array.from(
        { length: lines },
        (_, at) =>
          new Map([
            ['product', value('产品', `人体工学办公椅 ${at}，可升降`)],
            ['price', value('单价', `${at + 100}.50`, true)],
            ['subtotal', value('小计', `${(at + 100) * 3}.50`, true)],
          ]),
      ),
    },
    logo: null,
  };
}

const template = printTemplate.parse({
  page: { margins: {} },
  header: { left: '{customer}', right: '{title}', hasRule: true },
  footer: { center: '第 {page} 页，共 {pages} 页' },
  blocks: [
    { kind: 'text', text: '{title}', scale: 'title', align: 'center' },
    { kind: 'fields', columns: 2 },
    { kind: 'lines' },
    { kind: 'when', field: 'total', condition: 'gt', value: '1', blocks: [{ kind: 'text', text: '{total:capitals}' }] },
    { kind: 'signatures', parties: ['甲方（盖章）：{customer}\n日期：', '乙方（盖章）：\n日期：'] },
  ],
});

const laidOut = (record: PrintedRecord) =>
  layOut(fillTemplate(template, { record, language: 'cn', withoutPrices: false }));

/** The same text on as many pages by the library alone. */
async function plainPdf(pages: readonly (readonly string[])[]): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'A4', margin: 0, autoFirstPage: false });
  const parts: Buffer[] = [];
  const end = new Promise((resolve) => pdf.once('end', resolve));
  pdf.on('data', (part: Buffer) => parts.push(part));
  pdf.registerFont('regular', regular as unknown as Buffer);
  for (const texts of pages) {
    pdf.addPage().font('regular').fontSize(10);
    for (const [at, text] of texts.entries()) pdf.text(text, 40, 20 + ((at * 14) % 780), { lineBreak: false });
  }
  pdf.end();
  await end;
  return Buffer.concat(parts);
}

/** A document by a template beside the same text without one. */
export async function benchPrinting(report: Report): Promise<void> {
  for (const lines of [30, 1000]) {
    const record = recordOf(lines);
    const pages = laidOut(record).pages.map((page) => page.flatMap((item) => (item.kind === 'text' ? item.text : [])));
    const times: { readonly template: number[]; readonly plain: number[] } = { template: [], plain: [] };
    for (let round = 0; round < rounds; round += 1) {
      times.plain.push(await timed(() => plainPdf(pages)));
      times.template.push(await timed(() => drawPdf(laidOut(record))));
    }
    const [own, plain] = [median(times.template), median(times.plain)];
    report.atMost(`document of ${lines} lines as PDF`, lines, own / plain, { than: 'the same text alone', limit: 3 });
    report.amount(`document of ${lines} lines as PDF`, lines, own, lines === 30 ? 150 : 2000, 'ms');
  }
}
