import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import '#server/modules/crm/business-cards/tables.ts';
import '#server/platform/access/tables.ts';
import '#server/platform/files/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import { building, portrait, shelves } from '#server/demo/pictures.ts';
import { quotation, requirementSheet } from '#server/demo/documents.ts';
import type { Random } from '#server/demo/random.ts';
import type { DemoPerson } from '#server/demo/staff.ts';
import { cardPhoto } from '#shared/crm/business-cards/business-card-calls.ts';

/** How many records carry files, and how many people have a picture. */
const withFiles = { customers: 12, followUps: 8, people: 12 };

interface Making {
  readonly db: Database;
  readonly files: FileStore;
  readonly random: Random;
  /** For files on their way into the store. */
  readonly folder: string;
}

interface DemoFile {
  readonly name: string;
  readonly contentType: string;
  readonly fileType: 'img' | 'file';
  readonly content: Buffer;
}

/** Pictures, quotations and sheets for some customers and follow-ups, faces for some people and their cards; the same each time. */
export async function addFiles(
  db: Database,
  files: FileStore,
  random: Random,
  people: readonly DemoPerson[],
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'jianye-demo-'));
  const making: Making = { db, files, random, folder };
  try {
    for (const person of people.slice(0, withFiles.people)) await addPortrait(making, person);
    await addCardPhotos(making);
    for (const { batch_id, create_user_id, title } of await newestBatches(db, 'customer')) {
      await keep(making, batch_id, create_user_id, picture('公司外景.jpg', await building(random)));
      await keep(making, batch_id, create_user_id, await documentFor(making, title));
    }
    for (const { batch_id, create_user_id } of await newestBatches(db, 'follow_up'))
      await keep(making, batch_id, create_user_id, picture('现场照片.jpg', await shelves(random)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const picture = (name: string, content: Buffer): DemoFile => ({
  name,
  contentType: 'image/jpeg',
  fileType: 'img',
  content,
});

async function documentFor({ random, folder }: Making, customer: string): Promise<DemoFile> {
  const file = { contentType: 'application/octet-stream', fileType: 'file' } as const;
  if (random.next() < 0.5) return { ...file, name: '报价单.pdf', content: quotation(customer, random) };
  const path = join(folder, 'sheet.xlsx');
  await requirementSheet(path, random);
  return { ...file, name: '需求清单.xlsx', content: await readFile(path) };
}

/** The records that everybody sees first. */
async function newestBatches(db: Database, of: 'customer' | 'follow_up') {
  const [limit, newest] =
    of === 'customer'
      ? [
          withFiles.customers,
          sql`select batch_id, customer_id as id, update_time as at from customer where batch_id like 'demo-%'`,
        ]
      : [
          withFiles.followUps,
          sql`select batch_id, types_id as id, create_time as at from follow_up where batch_id like 'demo-%'`,
        ];
  const { rows } = await sql<{ batch_id: string; create_user_id: number; title: string }>`
    select n.batch_id, b.create_user_id, c.customer_name as title from (${newest}) as n
    join file_batch b using (batch_id) join customer c on c.customer_id = n.id
    order by n.at desc, n.batch_id limit ${limit}`.execute(db);
  return rows;
}

/** The content first, then its row, as with every upload (security D7). */
async function keep({ db, files, folder }: Making, batchId: string, userId: number, file: DemoFile): Promise<number> {
  const path = join(folder, randomUUID());
  await writeFile(path, file.content);
  const row = await db
    .insertInto('stored_file')
    .values({
      batch_id: batchId,
      name: file.name,
      size: file.content.length,
      content_type: file.contentType,
      file_type: file.fileType,
      storage_key: await files.put(path),
      sha256: createHash('sha256').update(file.content).digest(),
      create_user_id: userId,
    })
    .returning('file_id')
    .executeTakeFirstOrThrow();
  return row.file_id;
}

async function addPortrait(making: Making, { userId, sex }: DemoPerson): Promise<void> {
  const batchId = `demo-portrait-${userId}`;
  const content = await portrait(making.random, sex);
  await making.db
    .insertInto('file_batch')
    .values({ batch_id: batchId, create_user_id: userId, type_code: null, record_id: null, shared: true })
    .execute();
  const fileId = await keep(making, batchId, userId, picture('头像.jpg', content));
  await making.db.updateTable('app_user').set({ img_file_id: fileId }).where('user_id', '=', userId).execute();
}

/** The faces of people on their business cards, in the shape of a photo there. */
async function addCardPhotos(making: Making): Promise<void> {
  const { db, files } = making;
  const faces = await db
    .selectFrom('business_card as c')
    .innerJoin('app_user as u', 'u.user_id', 'c.user_id')
    .innerJoin('stored_file as f', 'f.file_id', 'u.img_file_id')
    .select(['c.card_id', 'c.create_user_id', 'f.storage_key'])
    .orderBy('c.card_id')
    .execute();
  for (const { card_id: cardId, create_user_id: userId, storage_key: key } of faces) {
    const content = await sharp(files.pathOf(key)).resize(cardPhoto.width, cardPhoto.height).jpeg().toBuffer();
    const batchId = `demo-card-${cardId}`;
    await db
      .insertInto('file_batch')
      .values({ batch_id: batchId, create_user_id: userId, type_code: null, record_id: null, shared: true })
      .execute();
    const fileId = await keep(making, batchId, userId, picture('证件照.jpg', content));
    await db.updateTable('business_card').set({ photo_file_id: fileId }).where('card_id', '=', cardId).execute();
  }
}
