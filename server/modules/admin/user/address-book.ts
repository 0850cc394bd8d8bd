import { pinyin } from 'pinyin-pro';
import type { Actor } from '#server/platform/access/actor.ts';
import { holding } from '#server/platform/database/like.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { linkMaker } from '#server/platform/files/links.ts';
import type { BookRow } from '#shared/admin/user-calls.ts';
import { byPinyin } from './queries.ts';

/** The address book by initial of the name's pinyin, `#` first (R5.11). */
export async function bookByInitial(
  db: Database,
  actor: Actor,
  search: string | undefined,
): Promise<Record<string, BookRow[]>> {
  const groups = Map.groupBy(await bookRows(db, actor, search), ({ row }) => initialOf(row.realname));
  return Object.fromEntries(
    [...groups]
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([letter, found]) => [letter, rowsOf(found)]),
  );
}

/** The address book by department, in the departments' own order. */
export async function bookByDepartment(db: Database, actor: Actor, name: string | undefined) {
  const groups = Map.groupBy(await bookRows(db, actor, name), (found) => found.deptId);
  return [...groups]
    .map(([deptId, found]) => ({
      deptId,
      name: found[0]?.row.deptName ?? '',
      userList: rowsOf(found),
      userNumber: found.length,
      num: found[0]?.num ?? 0,
    }))
    .toSorted((left, right) => left.num - right.num || left.deptId - right.deptId);
}

/** A to Z, or `#`. Some surnames are read differently: 单 is Shan, 解 is Xie. */
export function initialOf(realname: string): string {
  const first = pinyin(realname, { mode: 'surname', toneType: 'none', type: 'array' })[0] ?? '';
  const letter = first.slice(0, 1).toUpperCase();
  return /^[A-Z]$/.test(letter) ? letter : '#';
}

interface Found {
  readonly row: BookRow;
  readonly deptId: number;
  readonly num: number;
}

const rowsOf = (found: readonly Found[]): BookRow[] => found.map(({ row }) => row);

async function bookRows(db: Database, actor: Actor, search: string | undefined): Promise<Found[]> {
  let query = db
    .selectFrom('app_user as u')
    .innerJoin('department as d', 'd.dept_id', 'u.dept_id')
    .where('u.status', '<>', 0);
  if (search !== undefined) query = query.where('u.realname', 'ilike', holding(search));
  const rows = await query
    .select(['u.user_id', 'u.realname', 'u.mobile', 'u.post', 'u.img_file_id', 'd.name', 'd.dept_id', 'd.num'])
    .orderBy(byPinyin)
    .orderBy('u.user_id')
    .execute();
  const link = await linkMaker(db, actor.userId);
  return rows.map((row) => ({
    row: {
      userId: row.user_id,
      realname: row.realname,
      img: row.img_file_id === null ? '' : link(row.img_file_id),
      mobile: row.mobile,
      postName: row.post,
      deptName: row.name,
    },
    deptId: row.dept_id,
    num: row.num,
  }));
}
