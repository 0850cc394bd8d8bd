import '#server/platform/access/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { linkMaker } from '#server/platform/files/links.ts';
import type { AdviserLack, DutyAdviser } from '#shared/crm/duty/duty-calls.ts';

interface AdviserRow {
  readonly userId: number;
  readonly realname: string;
  readonly imgFileId: number | null;
  readonly lack: AdviserLack;
}
export type Advisers = ReadonlyMap<number, AdviserRow>;

/** People of the schedule as they are today; whoever is disabled or an agent is not there on duty. */
export async function readAdvisers(db: Database, userIds: readonly number[]): Promise<Advisers> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('app_user')
    .select(['user_id', 'realname', 'img_file_id', 'status', 'agent_flag'])
    .where('user_id', 'in', [...new Set(userIds)])
    .orderBy('user_id')
    .execute();
  return new Map(
    rows.map((row) => [
      row.user_id,
      {
        userId: row.user_id,
        realname: row.realname,
        imgFileId: row.img_file_id,
        lack: row.status === 0 ? 'disabled' : row.agent_flag === 1 ? 'agent' : '',
      },
    ]),
  );
}

export const isThere = (advisers: Advisers, userId: number): boolean => advisers.get(userId)?.lack === '';

export const nameOf = (advisers: Advisers, userId: number): string => advisers.get(userId)?.realname ?? '';

/** As pages show them to a reader. */
export async function shownAdvisers(
  db: Database,
  readerId: number,
  advisers: Advisers,
): Promise<ReadonlyMap<number, DutyAdviser>> {
  const link = await linkMaker(db, readerId);
  return new Map(
    [...advisers].map(([userId, { realname, imgFileId, lack }]) => [
      userId,
      { userId, realname, img: imgFileId === null ? '' : link(imgFileId), lack },
    ]),
  );
}
