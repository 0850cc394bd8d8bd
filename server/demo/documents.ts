import { openWorkbookWriter } from '#server/platform/sheets/workbook-writer.ts';
import type { Random } from '#server/demo/random.ts';

const goods = ['标准版软件', '专业版软件', '实施服务', '培训服务', '数据迁移', '年度维护', '接口开发', '硬件终端'];

interface Line {
  readonly name: string;
  readonly price: number;
  readonly count: number;
}
const linesOf = (random: Random): Line[] =>
  goods
    .slice(random.below(3))
    .slice(0, 3 + random.below(3))
    .map((name) => ({ name, price: 800 + 100 * random.below(90), count: 1 + random.below(12) }));

/** A list of what a customer wants, as a spreadsheet at `path`. */
export async function requirementSheet(path: string, random: Random): Promise<void> {
  const writer = openWorkbookWriter({
    path,
    sheetName: '需求清单',
    titleRow: '需求清单',
    columns: [
      { header: '产品', kind: 'text' },
      { header: '数量', kind: 'number' },
      { header: '参考单价', kind: 'money' },
      { header: '金额', kind: 'money' },
    ],
  });
  for (const { name, price, count } of linesOf(random))
    await writer.addRow([name, count, `${price}.00`, `${price * count}.00`]);
  await writer.close();
}

/** A quotation of one page. The letters come from a font that readers of PDF have for Chinese. */
export function quotation(customer: string, random: Random): Buffer {
  const lines = linesOf(random);
  const total = lines.reduce((sum, { price, count }) => sum + price * count, 0);
  const texts = [
    '报价单',
    `客户：${customer}`,
    '',
    ...lines.map(({ name, price, count }) => `${name}    ${price}.00 元 × ${count} = ${price * count}.00 元`),
    '',
    `合计：${total}.00 元`,
    '报价有效期三十天，含税，不含差旅。',
  ];
  const drawn = texts.map((text, row) => `/F1 ${row === 0 ? 22 : 13} Tf <${utf16(text)}> Tj T*`).join('\n');
  const page = `BT 32 TL 60 770 Td\n${drawn}\nET`;
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
    '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [6 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /DW 1000 /W [1 95 500] /FontDescriptor 7 0 R >>',
    '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>',
  ]);
}

const utf16 = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex');

/** Numbered objects with the table that says where each begins. */
function pdfOf(objects: readonly string[]): Buffer {
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
