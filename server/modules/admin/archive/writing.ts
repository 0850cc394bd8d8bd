import type { Actor } from '#server/platform/access/actor.ts';
import type { Directory } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { WorkbookColumn, WorkbookValue } from '#server/platform/sheets/workbook-options.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';
import { inSheet } from './sheet-in-zip.ts';
import type { Step } from './stopping.ts';
import type { ZipFile } from './zip-file.ts';

interface WritingParts {
  /** The snapshot. */
  readonly db: Database;
  readonly actor: Actor;
  readonly names: Directory;
  readonly zip: ZipFile;
  readonly folder: string;
  readonly rowsEach: number | undefined;
  readonly step: Step;
}

/** What every part of an archive is written with. */
export class ArchiveWriting {
  readonly db: Database;
  readonly actor: Actor;
  readonly names: Directory;
  readonly zip: ZipFile;
  readonly step: Step;
  readonly place: { readonly zip: ZipFile; readonly folder: string; readonly rowsEach: number | undefined };
  rows = 0;

  constructor({ folder, rowsEach, ...parts }: WritingParts) {
    this.db = parts.db;
    this.actor = parts.actor;
    this.names = parts.names;
    this.zip = parts.zip;
    this.step = parts.step;
    this.place = { zip: parts.zip, folder, rowsEach };
  }

  readonly text = (key: MessageKey, params?: Readonly<Record<string, string | number>>): string =>
    translate(this.actor.language, key, params);

  /** A sheet by its name in the zip, filled by `fill`. */
  async sheet(
    name: string,
    columns: readonly WorkbookColumn[],
    fill: (put: (values: readonly WorkbookValue[]) => Promise<void>) => Promise<void>,
  ): Promise<void> {
    this.counted(await inSheet({ ...this.place, name, columns }, (sheet) => fill((values) => sheet.addRow(values))));
  }

  counted(rows: number): void {
    this.rows += rows;
  }
}
