import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { sql } from 'kysely';
import { batchesOf } from '#server/platform/database/batches.ts';
import { cleanFileName } from '#server/platform/files/file-name.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import type { WorkbookColumn } from '#server/platform/sheets/workbook-options.ts';
import { recordModules } from '#server/record/registry.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { titlesOf } from './record-titles.ts';
import type { ArchiveWriting } from './writing.ts';
import { Measure } from './zip-file.ts';

/** Files whose records are named at once. */
const atOnce = 500;
const longestTitle = 60;

interface StoredFile {
  readonly fileId: number;
  readonly name: string;
  readonly size: number;
  readonly key: string;
  readonly sha256: string;
  readonly userId: number;
  readonly created: string;
  readonly typeCode: number;
  readonly recordId: number;
}

export interface WrittenFiles {
  readonly files: number;
  readonly missing: number;
}

/** Every stored file in the folder of its record, and a list of them with what each was found to be. */
export async function writeFiles(writing: ArchiveWriting, files: FileStore): Promise<WrittenFiles> {
  const { db, text, names } = writing;
  const types = new Map(recordModules().map(({ type }) => [type.code, text(type.name as MessageKey)]));
  const column = (title: MessageKey, kind: WorkbookColumn['kind'] = 'text') => ({ header: text(title), kind });
  const columns = [
    column('archive.column.path'),
    column('archive.column.name'),
    column('archive.column.type'),
    column('archive.column.record_id', 'number'),
    column('archive.column.record'),
    column('archive.column.size', 'number'),
    column('archive.column.sha256'),
    column('archive.column.found'),
    column('archive.column.person'),
    column('archive.column.created', 'datetime'),
  ];
  const counted = { files: 0, missing: 0 };
  const every = sql<StoredFile>`
    select f.file_id as "fileId", f.name, f.size, f.storage_key as key, encode(f.sha256, 'hex') as sha256,
      f.create_user_id as "userId", f.create_time as created,
      coalesce(b.type_code, 0) as "typeCode", coalesce(b.record_id, 0) as "recordId"
    from stored_file f left join file_batch b on b.batch_id = f.batch_id
    order by b.type_code nulls last, b.record_id, f.file_id`;
  await writing.sheet(text('archive.sheet.files'), columns, async (put) => {
    for await (const some of batchesOf(db, every, atOnce)) {
      const title = await titlesOf(db, some);
      for (const file of some) {
        const type = types.get(file.typeCode);
        const record = type === undefined ? '' : title(file);
        const path = `${text('archive.folder.files')}/${folderOf(type, file.recordId, record) ?? text('archive.folder.other')}/${cleanFileName(`${file.fileId} ${file.name}`)}`;
        const found = await writeFile(writing, files, file, path);
        counted[found === 'missing' ? 'missing' : 'files'] += 1;
        await put([
          found === 'missing' ? '' : path,
          file.name,
          type ?? '',
          type === undefined ? null : file.recordId,
          record,
          file.size,
          file.sha256,
          text(`archive.found.${found}`),
          names.user(file.userId),
          file.created,
        ]);
        await writing.step(1);
      }
    }
  });
  return counted;
}

/** Null for a file that belongs to no record. */
const folderOf = (type: string | undefined, recordId: number, record: string): string | null =>
  type === undefined
    ? null
    : `${cleanFileName(type)}/${cleanFileName(`${recordId} ${[...record].slice(0, longestTitle).join('')}`)}`;

/** Adds a file, and says whether it is what was stored. */
async function writeFile(
  { zip }: ArchiveWriting,
  files: FileStore,
  { key, sha256 }: StoredFile,
  path: string,
): Promise<'same' | 'changed' | 'missing'> {
  const place = files.pathOf(key);
  const isThere = await stat(place).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
  if (!isThere) return 'missing';
  const measure = new Measure();
  const source = createReadStream(place);
  source.on('error', (error) => measure.destroy(error));
  await zip.add(path, source.pipe(measure), true);
  return measure.hash.digest('hex') === sha256 ? 'same' : 'changed';
}
