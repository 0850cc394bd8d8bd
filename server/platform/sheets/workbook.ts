import { type Archive, resolvePath } from './archive.ts';
import { formatLimits } from './limits.ts';
import { SheetError } from './sheet-error.ts';
import { loadXmlPart } from './xml-part.ts';
import type { XmlAttributes, XmlHandler } from './xml-tokens.ts';

export interface Workbook {
  sheets: WorkbookSheet[];
  is1904: boolean;
  sharedStringsPath: string | undefined;
  stylesPath: string | undefined;
}

export interface WorkbookSheet {
  name: string;
  isHidden: boolean;
  path: string;
}

const usualPath = 'xl/workbook.xml';

/**
 * Finds the parts of a workbook by their relationships, as programs put them in different places. Throws
 * 'sheet.not_a_spreadsheet' for other zips, 'sheet.old_format' for the other zipped spreadsheet formats.
 */
export async function readWorkbook(archive: Archive): Promise<Workbook> {
  const path = await findWorkbook(archive);
  const handler = new WorkbookHandler();
  await loadXmlPart(archive, path, handler);
  const relations = await readRelations(archive, path);
  refuseLinks(relations);
  return {
    is1904: handler.is1904,
    sheets: handler.sheets.flatMap(({ id, name, isHidden }) => {
      const relation = relations.get(id);
      // Chart and dialog sheets hold no cells.
      return relation?.type === 'worksheet' ? [{ name, isHidden, path: insidePath(relation) }] : [];
    }),
    sharedStringsPath: optionalPath(archive, relations, 'sharedStrings'),
    stylesPath: optionalPath(archive, relations, 'styles'),
  };
}

async function findWorkbook(archive: Archive): Promise<string> {
  const relations = archive.has('_rels/.rels') ? await readRelations(archive, '') : new Map<string, Relation>();
  const main = [...relations.values()].find((relation) => relation.type === 'officeDocument');
  const path = main === undefined ? usualPath : insidePath(main);
  if (path.toLowerCase().endsWith('.bin')) throw new SheetError('sheet.old_format', { found: 'xlsb' });
  if (archive.has(path)) return path;
  if (archive.has('content.xml') && archive.has('META-INF/manifest.xml')) {
    throw new SheetError('sheet.old_format', { found: 'ods' });
  }
  throw new SheetError('sheet.not_a_spreadsheet', { found: 'zip' });
}

class WorkbookHandler implements XmlHandler {
  readonly sheets: { id: string; name: string; isHidden: boolean }[] = [];
  is1904 = false;
  readonly wantsText = false;
  #depth = 0;

  open(name: string, attributes: XmlAttributes): void {
    if (++this.#depth === 1 && name !== 'workbook') throw new SheetError('sheet.not_a_spreadsheet', { found: 'zip' });
    if (name === 'workbookPr') this.is1904 = isTrue(attributes.get('date1904'));
    if (name !== 'sheet') return;
    const state = attributes.get('state') ?? 'visible';
    this.sheets.push({
      id: attributes.getPrefixed('id') ?? '',
      name: attributes.get('name') ?? '',
      isHidden: state !== 'visible',
    });
    if (this.sheets.length > formatLimits.sheets) {
      throw new SheetError('sheet.too_large', { what: 'sheets', limit: formatLimits.sheets });
    }
  }

  close(): void {
    this.#depth--;
  }

  text(): void {}
}

interface Relation {
  /** The last step of the type's URI, which is the same in the transitional and the strict format. */
  type: string;
  target: string;
  isOutside: boolean;
}

async function readRelations(archive: Archive, source: string): Promise<Map<string, Relation>> {
  const cut = source.lastIndexOf('/') + 1;
  const path = `${source.slice(0, cut)}_rels/${source.slice(cut)}.rels`;
  const relations = new Map<string, Relation>();
  if (!archive.has(path)) return relations;
  await loadXmlPart(archive, path, {
    wantsText: false,
    open(name, attributes) {
      if (name !== 'Relationship') return;
      relations.set(attributes.get('Id') ?? '', {
        type: attributes.get('Type')?.split('/').at(-1) ?? '',
        target: resolvePath(source, attributes.get('Target') ?? ''),
        isOutside: attributes.get('TargetMode') === 'External',
      });
      if (relations.size > formatLimits.relations) {
        throw new SheetError('sheet.too_large', { what: 'relations', limit: formatLimits.relations });
      }
    },
    close() {},
    text() {},
  });
  return relations;
}

function optionalPath(archive: Archive, relations: Map<string, Relation>, type: string): string | undefined {
  const relation = [...relations.values()].find((candidate) => candidate.type === type);
  if (relation === undefined) return undefined;
  const path = insidePath(relation);
  return archive.has(path) ? path : undefined;
}

/** Values from other workbooks may be outdated or unavailable; nothing is ever fetched (security U5). */
function refuseLinks(relations: Map<string, Relation>): void {
  if ([...relations.values()].some(({ type }) => type === 'externalLink')) {
    throw new SheetError('sheet.unsafe', { found: 'external' });
  }
}

/** Nothing outside the file is ever opened, so a sheet stored elsewhere cannot be read (security U5). */
function insidePath(relation: Relation): string {
  if (relation.isOutside) throw new SheetError('sheet.unsafe', { found: 'external' });
  return relation.target;
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}
