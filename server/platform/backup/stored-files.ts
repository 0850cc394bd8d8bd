import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, mkdir, readdir, realpath, rm } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { StartError } from '#server/platform/config.ts';
import { fileListName, isPlainPath, parseStoredFile, storedFiles, type Manifest, type StoredFile } from './manifest.ts';

/**
 * Copies DATA_DIR/files and lists every file with its hash. Hidden and unfinished files (`.x`, `x.tmp`, `x.part`) are
 * left out.
 */
export async function backUpFiles(from: string, folder: string): Promise<Manifest['files']> {
  const total = { count: 0, bytes: 0 };
  const list = async function* () {
    for await (const path of walk(from)) {
      const copied = await copyHashed(join(from, path), join(folder, storedFiles, path));
      if (!copied) continue; // removed since it was listed
      total.count += 1;
      total.bytes += copied.bytes;
      yield `${JSON.stringify({ path, ...copied } satisfies StoredFile)}\n`;
    }
  };
  const listFile = join(folder, fileListName);
  await pipeline(Readable.from(list()), createGzip(), createWriteStream(listFile, { mode: 0o600, flush: true }));
  return { ...total, sha256: await hashFile(listFile) };
}

/** Every file of a backup must exist, match its hash and lie inside the backup. @throws StartError */
export async function verifyFiles(folder: string, files: Manifest['files']): Promise<void> {
  const listHash = await hashFile(join(folder, fileListName)).catch(() => null);
  if (listHash !== files.sha256) throw damaged(fileListName);
  const inside = (await realpath(folder)) + sep;
  const total = { count: 0, bytes: 0 };
  for await (const file of listedFiles(folder)) {
    const place = join(folder, storedFiles, file.path);
    const isOurs = await realpath(place).then(
      (real) => real.startsWith(inside),
      () => false,
    );
    if (!isOurs || !(await lstat(place)).isFile()) throw damaged(file.path);
    if ((await hashFile(place)) !== file.sha256) throw damaged(file.path);
    total.count += 1;
    total.bytes += file.bytes;
  }
  if (total.count !== files.count || total.bytes !== files.bytes) throw damaged(fileListName);
}

/** Copies the files of a verified backup; hashes are compared again on the way. @throws StartError */
export async function restoreFiles(folder: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true, mode: 0o700 });
  for await (const file of listedFiles(folder)) {
    const copied = await copyHashed(join(folder, storedFiles, file.path), join(target, file.path));
    if (copied?.sha256 !== file.sha256) throw damaged(file.path);
  }
}

/** The sha256 of a file, in hexadecimal. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

export function damaged(what: string): StartError {
  return new StartError(`The backup is damaged: ${what} is missing or not what it was.`);
}

async function* listedFiles(folder: string): AsyncGenerator<StoredFile> {
  const unzipped = createGunzip().setEncoding('utf8');
  const read = pipeline(createReadStream(join(folder, fileListName)), unzipped);
  read.catch(() => undefined); // the loop reports it
  let rest = '';
  for await (const text of unzipped as AsyncIterable<string>) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield parseStoredFile(line);
  }
  if (rest !== '') yield parseStoredFile(rest);
}

async function* walk(root: string, folder = root): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const place = join(folder, entry.name);
    if (!isPlainPath(entry.name) || /\.(tmp|part)$/.test(entry.name)) continue;
    if (entry.isDirectory()) yield* walk(root, place);
    else if (entry.isFile()) yield relative(root, place).replaceAll(sep, '/');
  }
}

/** Null when the file no longer exists. */
async function copyHashed(from: string, to: string): Promise<{ bytes: number; sha256: string } | null> {
  const hash = createHash('sha256');
  let bytes = 0;
  const observe = async function* (source: AsyncIterable<Buffer>) {
    for await (const block of source) {
      hash.update(block);
      bytes += block.length;
      yield block;
    }
  };
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  try {
    await pipeline(createReadStream(from), observe, createWriteStream(to, { mode: 0o600, flush: true }));
  } catch (error) {
    await rm(to, { force: true });
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  return { bytes, sha256: hash.digest('hex') };
}
