import PDFDocument from 'pdfkit';
import { runsOf } from './fonts.ts';
import type { Colour, Item, LaidOut } from './laid-out.ts';

const colours: Readonly<Record<Colour, string>> = {
  ink: '#1a1a1a',
  muted: '#5f6368',
  line: '#b8bcc2',
  shade: '#f1f3f5',
};

/** The pages as a PDF, with the glyphs that they use. Times and ids come from the data, so the same pages are the same bytes. */
export async function drawPdf({ title, createdAt, width, height, pages, images }: LaidOut): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: [width, height],
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: 'zh-CN',
    displayTitle: true,
    info: { Title: title, Producer: 'Jianye', Creator: 'Jianye', CreationDate: new Date(createdAt) },
  });
  const parts: Buffer[] = [];
  const end = new Promise<void>((resolve, reject) => pdf.once('end', resolve).once('error', reject));
  pdf.on('data', (part: Buffer) => parts.push(part));
  const bitmaps = images.map((image) => Buffer.from(image, 'base64'));
  const known = new Set<string>();
  for (const page of pages) {
    pdf.addPage();
    for (const item of page) drawItem(pdf, item, bitmaps, known);
  }
  pdf.end();
  await end;
  return Buffer.concat(parts);
}

function drawItem(pdf: PDFKit.PDFDocument, item: Item, bitmaps: readonly Buffer[], known: Set<string>): void {
  if (item.kind === 'line') {
    pdf.lineWidth(item.colour === 'ink' ? 0.8 : 0.5).strokeColor(colours[item.colour]);
    pdf.moveTo(item.x1, item.y1).lineTo(item.x2, item.y2).stroke();
  } else if (item.kind === 'shade') {
    pdf.rect(item.x, item.y, item.width, item.height).fill(colours.shade);
  } else if (item.kind === 'image') {
    const bitmap = bitmaps[item.image];
    if (bitmap) pdf.image(bitmap, item.x, item.y, { width: item.width, height: item.height });
  } else {
    let { x } = item;
    pdf.fontSize(item.size).fillColor(colours[item.colour]);
    for (const { text, face } of runsOf(item.text, item.isBold)) {
      // pdfkit takes a font that is open as well, which its types do not say
      if (!known.has(face.name)) pdf.registerFont(face.name, face.font as unknown as Buffer);
      known.add(face.name);
      pdf.font(face.name).text(text, x, item.y, { lineBreak: false, baseline: 'alphabetic' });
      x += pdf.widthOfString(text);
    }
  }
}
