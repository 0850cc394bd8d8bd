import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { recordToDo, type ToDoModule } from '#server/modules/crm/to-do-kinds.ts';
import { changeStored, storedSetting } from '#server/platform/setting-changes/stored-setting.ts';
import { readSetting } from '#server/platform/settings.ts';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import { translate } from '#shared/i18n/translate.ts';
import { switchWord } from '#shared/platform/switch-word.ts';
import { changeStatuses } from '#shared/crm/contracts/contract-states.ts';

const setting = 'contract_expiry';

/** Whether people are reminded of their contracts that end, and how many days before. */
interface Expiry {
  readonly isOn: boolean;
  readonly days: number;
}
const initial: Expiry = { isOn: true, days: 24 };

export const readExpiry = async (db: Database): Promise<Expiry> => ({
  ...initial,
  ...((await readSetting(db, setting)) as Partial<Expiry> | undefined),
});

export const expiryKind = storedSetting<Expiry>({
  name: setting,
  title: 'contract.expiry',
  access: ['manage:crm:setting'],
  read: readExpiry,
  linesOf: (_db, { isOn, days }, language) =>
    new Map([
      [translate(language, 'contract.expiry'), switchWord(language, isOn)],
      [translate(language, 'contract.expiry_before'), String(days)],
    ]),
});

export const writeExpiry = (db: Database, actor: Actor, expiry: Expiry): Promise<void> =>
  changeStored(db, actor, expiryKind, expiry, { what: 'setting.change', subject: 'contract expiry' });

const inForce = sql<boolean>`r.check_status = ${sql.lit(checkStatuses.passed)}
  and r.change_status = ${sql.lit(changeStatuses.none)}`;

/** Contracts in force that end within the days of the reminder (1), and those that have ended (2). */
export const contractToDo: ToDoModule = {
  kinds: [
    recordToDo(
      'endContract',
      async (db, _actor, state) => {
        const { isOn, days } = await readExpiry(db);
        if (!isOn) return null;
        return state === 1
          ? sql<boolean>`${inForce} and r.end_time >= current_date and r.end_time <= current_date + ${days}::int`
          : sql<boolean>`${inForce} and r.end_time < current_date`;
      },
      { sortField: 'endTime', order: 2 },
    ),
  ],
  run: [],
};
