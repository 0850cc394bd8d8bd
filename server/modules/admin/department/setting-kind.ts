import '#server/platform/access/tables.ts';
import { changingRights } from '#server/modules/admin/rights/api.ts';
import { organisationChanged } from '#server/platform/access/rights.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { SettingKind } from '#server/platform/setting-changes/setting-kind.ts';
import { translate } from '#shared/i18n/translate.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { dropDepartment, restoreDepartment, writeDepartment } from './writes.ts';

interface DepartmentValue {
  readonly name: string;
  readonly pid: number;
  readonly num: number;
}

const rights = {
  added: 'manage:users:deptSave',
  changed: 'manage:users:deptUpdate',
  deleted: 'manage:users:deptDelete',
} as const;

/** Departments by their ids. Taking a change back takes the right of what it then does, and gives nobody more than its actor has. */
export const departmentKind: SettingKind<DepartmentValue> = {
  name: 'department',
  title: 'person.dept',
  access: Object.values(rights),
  hold: organisationChanged,
  nameOf,
  read: readDepartment,
  write: (db, actor, item, value) =>
    changingRights(db, actor, async () => {
      const deptId = Number(item);
      const now = await readDepartment(db, item);
      const right = value === null ? rights.deleted : now ? rights.changed : rights.added;
      if (!actor.mayDo(right)) throw new AppError('access.denied');
      if (value === null) await dropDepartment(db, actor, deptId);
      else if (now) await writeDepartment(db, actor, deptId, value);
      else await restoreDepartment(db, actor, deptId, value);
    }),
  linesOf: async (db, { name, pid, num }, language) =>
    new Map([
      [translate(language, 'department.name'), name],
      [translate(language, 'department.parent'), await nameOf(db, String(pid))],
      [translate(language, 'department.place'), String(num)],
    ]),
};

async function readDepartment(db: Database, item: string): Promise<DepartmentValue | null> {
  const row = await db
    .selectFrom('department')
    .select(['name', 'pid', 'num'])
    .where('dept_id', '=', Number(item))
    .executeTakeFirst();
  return row ?? null;
}

async function nameOf(db: Database, item: string): Promise<string> {
  return (await readDepartment(db, item))?.name ?? '';
}
