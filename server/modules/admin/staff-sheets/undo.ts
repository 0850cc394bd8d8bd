import { sql } from 'kysely';
import '#server/modules/admin/staff-sheets/tables.ts';
import { changingRights } from '#server/modules/admin/rights/api.ts';
import { removePeople } from '#server/modules/admin/staff-sheets/remove.ts';
import { readState } from '#server/modules/admin/staff-sheets/state.ts';
import { loopsOf } from '#server/modules/admin/staff-sheets/plan/superiors.ts';
import {
  recordAll,
  updatePeople,
  valuesNow,
  type StaffValues,
  type WrittenStaff,
} from '#server/modules/admin/staff-sheets/write.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { audit } from '#server/platform/log/audit.ts';
import { scopesChanged } from '#server/platform/push/rights-changed.ts';
import type { StaffImportRow, staffSheetCalls } from '#shared/admin/staff-sheets/staff-sheet-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import { AppError } from '#shared/wire/error-codes.ts';

const mostListed = 50;

/** Imports, the newest first; people take back their own, administrators all. */
export async function listImports(db: Database, actor: Actor): Promise<StaffImportRow[]> {
  const { rows } = await sql<Omit<StaffImportRow, 'undoFlag'> & { userId: number }>`
    select i.staff_import_id as id, i.file_name as "fileName", i.create_time as "createTime",
      u.realname as "createUserName", i.create_user_id as "userId", jsonb_array_length(i.made) as "createdSize",
      jsonb_array_length(i.changed) as "changedSize", cardinality(i.made_dept_ids) as "departmentSize",
      coalesce(i.undone_time::text, '') as "undoneTime"
    from staff_import i join app_user u on u.user_id = i.create_user_id
    order by i.staff_import_id desc limit ${mostListed}`.execute(db);
  return rows.map(({ userId, ...row }) => ({
    ...row,
    undoFlag: row.undoneTime === '' && (actor.rights.isSuperAdmin || userId === actor.userId) ? 1 : 0,
  }));
}

type Undone = OutputOf<typeof staffSheetCalls.undo>;

/**
 * Takes an import back: values that nobody has changed since become what they were, people who never logged in and
 * departments that are empty go. What stays is named.
 * @throws AppError `staff_sheet.import_unknown`, `staff_sheet.undone`, `access.denied`, `rights.lacking`
 */
export const undoImport = (db: Database, actor: Actor, importId: number): Promise<Undone> =>
  changingRights(db, actor, async () => {
    const row = await db
      .selectFrom('staff_import')
      .selectAll()
      .where('staff_import_id', '=', importId)
      .forUpdate()
      .executeTakeFirst();
    if (!row || (row.create_user_id !== actor.userId && !actor.rights.isSuperAdmin))
      throw new AppError('staff_sheet.import_unknown');
    if (row.undone_time !== null) throw new AppError('staff_sheet.undone');
    const changed = row.changed as WrittenStaff['changed'];
    if (changed.length > 0 && !actor.mayDo('manage:users:userUpdate')) throw new AppError('access.denied');
    const kept: string[] = [];
    const restoredSize = await restore(db, actor, changed, kept);
    const removal = await removePeople(db, actor, row.made as WrittenStaff['made'], kept);
    const departmentSize = await removeDepartments(db, actor, row.made_dept_ids, kept);
    await db
      .updateTable('staff_import')
      .set({ undone_time: sql<string>`now()`, undone_user_id: actor.userId })
      .where('staff_import_id', '=', importId)
      .execute();
    await scopesChanged(db);
    const { userId, address } = actor;
    await audit(db, { userId, what: 'undo import staff', subject: `import ${importId}`, result: 'done', address });
    return { ...removal, restoredSize, departmentSize, kept };
  });

/** How many people got all of their former values back. */
async function restore(db: Database, actor: Actor, changed: WrittenStaff['changed'], kept: string[]): Promise<number> {
  const { people, departments } = await readState(db, actor);
  const byId = new Map(people.map((person) => [person.userId, person]));
  const isDepartment = new Set(departments.map(({ deptId }) => deptId));
  const restored = changed.flatMap(({ userId, before, after }) => {
    const person = byId.get(userId);
    if (!person) return [];
    const now = valuesNow(person);
    const names = (Object.keys(after) as (keyof StaffValues)[]).filter(
      (name) =>
        now[name] === after[name] &&
        (name !== 'dept_id' || isDepartment.has(before.dept_id ?? 0)) &&
        (name !== 'parent_id' || before.parent_id === 0 || byId.has(before.parent_id ?? 0)),
    );
    const former: Partial<StaffValues> = person.isReachable
      ? Object.fromEntries(names.map((name) => [name, before[name]]))
      : {};
    return [{ person, former, wanted: Object.keys(after).length }];
  });
  const above = new Map(people.map(({ userId, parentId }) => [userId, parentId]));
  for (const { person, former } of restored)
    if (former.parent_id !== undefined) above.set(person.userId, former.parent_id);
  const looping = loopsOf(
    new Map(
      [...above].filter(([, parentId]) => parentId !== 0).map(([userId, parentId]) => [`${userId}`, `${parentId}`]),
    ),
  );
  const written = restored.map(({ person, former, wanted }) => {
    const { parent_id: parentId, ...others } = former;
    const after =
      parentId === undefined || looping.has(`${person.userId}`) ? others : { ...others, parent_id: parentId };
    return { userId: person.userId, name: person.realname, after, isWhole: Object.keys(after).length === wanted };
  });
  const some = written.filter(({ after }) => Object.keys(after).length > 0);
  await updatePeople(db, some);
  const ids = some.map(({ userId }) => userId);
  await recordAll(db, actor, 'user.change', 'user', ids);
  kept.push(...written.filter(({ isWhole }) => !isWhole).map(({ name }) => name));
  return written.filter(({ isWhole }) => isWhole).length;
}

/** Those below first; a department with people or departments in it stays. */
async function removeDepartments(
  db: Database,
  actor: Actor,
  deptIds: readonly number[],
  kept: string[],
): Promise<number> {
  const removed: number[] = [];
  for (const deptId of deptIds.toReversed()) {
    const { rows } = await sql<{ name: string; isUsed: boolean }>`
      select name, exists (select from app_user u where u.dept_id = d.dept_id)
        or exists (select from department c where c.pid = d.dept_id) as "isUsed"
      from department d where dept_id = ${deptId}`.execute(db);
    const [found] = rows;
    if (!found) continue;
    if (found.isUsed) kept.push(found.name);
    else {
      await db.deleteFrom('department').where('dept_id', '=', deptId).execute();
      removed.push(deptId);
    }
  }
  await recordAll(db, actor, 'department.delete', 'department', removed);
  return removed.length;
}
