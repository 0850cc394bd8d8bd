import sharp from 'sharp';
import type { Table } from '#server/route-table/table.ts';

let made = 0;
/** A number that no example has had yet. */
export const nextNumber = (): number => (made += 1);
export const fresh = (prefix: string): string => `${prefix}${nextNumber()}`;

export const goodPassword = 'kw7 qpz 沃土 19';
export const textFile = () => ({ name: '附件.txt', content: Buffer.from('text') });
export const picture = async () => ({
  name: '图.png',
  content: await sharp({ create: { width: 16, height: 16, channels: 3, background: '#3e84e9' } })
    .png()
    .toBuffer(),
});
export const newPerson = async (table: Table): Promise<number> => (await table.hire()).userId;

export async function newRole({ company }: Table): Promise<number> {
  const row = await company.db
    .insertInto('role')
    .values({ role_name: fresh('角色'), role_type: 2, data_type: 1, label: null })
    .returning('role_id')
    .executeTakeFirstOrThrow();
  return row.role_id;
}
