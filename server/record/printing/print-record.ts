import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { PlannedDocument } from '#server/platform/documents/document.ts';
import { drawnPages, drawnPdf } from '#server/platform/documents/drawing.ts';
import type { FileAnswer } from '#server/platform/http/route.ts';
import { takeTurn } from '#server/platform/log/turns.ts';
import type { Services } from '#server/platform/services.ts';
import { fillTemplate } from '#server/record/printing/fill/fill-template.ts';
import { readPrinted } from '#server/record/printing/printed-record.ts';
import { sampleRecord } from '#server/record/printing/sample-record.ts';
import { templateFor } from '#server/record/printing/templates/stored-templates.ts';
import { keysOfTemplate } from '#server/record/printing/templates/template-keys.ts';
import { mostPreviewed, type PrintedPages } from '#shared/record/printing/print-calls.ts';
import type { PrintTemplate } from '#shared/record/printing/template.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** Documents of a type per hour and person: each is in the log, as exports are (security A13). */
const perHour = 300;

/** Which document of a record. */
export interface Printing {
  readonly id: number;
  readonly template?: string | undefined;
  readonly withoutPrices?: number | undefined;
}

/** A record as a PDF. */
export async function recordPdf(
  services: Services,
  actor: Actor,
  type: RecordType,
  printing: Printing,
): Promise<FileAnswer> {
  const { db } = services.pool;
  // refused before it counts
  const document = await documentOf(db, actor, type, printing);
  const subject = [printing.id, printing.template ?? '', printing.withoutPrices === 1 ? 'without prices' : ''];
  await takeTurn(
    db,
    { userId: actor.userId, what: `print ${type.name}`, subject: subject.join(' ').trim(), address: actor.address },
    { most: perHour, perSeconds: 3600, refusal: 'print.too_often' },
  );
  const content = await drawnPdf(document);
  return {
    content,
    contentType: 'application/pdf',
    disposition: `attachment;filename=${type.fileName}_${printing.id}.pdf`,
    size: content.length,
  };
}

/** The pages of the same document, to look at. */
export const recordPages = async (
  db: Database,
  actor: Actor,
  type: RecordType,
  printing: Printing,
): Promise<PrintedPages> => shownPages(await documentOf(db, actor, type, printing));

/** The pages of a template that is being edited; with the names of its fields where no record is chosen. */
export async function draftPages(
  db: Database,
  actor: Actor,
  type: RecordType,
  template: PrintTemplate,
  { id, withoutPrices }: { readonly id?: number | undefined; readonly withoutPrices?: number | undefined },
): Promise<PrintedPages> {
  const related = [...keysOfTemplate(template).record];
  const record =
    id === undefined ? await sampleRecord(db, actor, type) : await readPrinted(db, actor, type, id, related);
  return shownPages(fillTemplate(template, { record, language: actor.language, withoutPrices: withoutPrices === 1 }));
}

async function documentOf(
  db: Database,
  actor: Actor,
  type: RecordType,
  { id, template: key, withoutPrices }: Printing,
): Promise<PlannedDocument> {
  const template = await templateFor(db, actor, type, key);
  const record = await readPrinted(db, actor, type, id, [...keysOfTemplate(template).record]);
  return fillTemplate(template, { record, language: actor.language, withoutPrices: withoutPrices === 1 });
}

async function shownPages(document: PlannedDocument): Promise<PrintedPages> {
  const { title, width, height, pages, images } = await drawnPages(document);
  const shown = pages.slice(0, mostPreviewed).map((page) => [...page]);
  return { title, width, height, pageCount: pages.length, pages: shown, images: [...images] };
}
