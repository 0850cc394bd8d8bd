import '#server/platform/access/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { audit } from '#server/platform/log/audit.ts';
import { changing, created } from '#server/platform/setting-changes/changes.ts';
import { scopesChanged } from '#server/platform/push/rights-changed.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { idsFrom, requireDepartment } from '#server/modules/admin/department/queries.ts';
import { AskedChanges, attemptRights, changingRights } from '#server/modules/admin/rights/api.ts';
import type { Waiting } from '#shared/admin/rights-change.ts';

// Every change runs in `attemptRights` or `changingRights`, whose lock serialises changes of the organisation, so that
// what is checked here still holds when it is written. The kind of settings that keeps them writes by this file.

async function requireFreeName(db: Database, pid: number, name: string, except: number): Promise<void> {
  const taken = await db
    .selectFrom('department')
    .select('dept_id')
    .where('pid', '=', pid)
    .where('name', '=', name)
    .where('dept_id', '<>', except)
    .executeTakeFirst();
  if (taken) throw new AppError('dept.name_taken');
}

const record = async (db: Database, actor: Actor, what: string, deptId: number): Promise<void> => {
  await audit(db, {
    userId: actor.userId,
    what,
    subject: `department ${deptId}`,
    result: 'done',
    address: actor.address,
  });
};

/** Returns the id. @throws AppError `dept.unknown`, `dept.name_taken` */
export const addDepartment = (
  db: Database,
  actor: Actor,
  input: { name: string; pid?: number | undefined; num?: number | undefined },
): Promise<number> =>
  changingRights(db, actor, async () => {
    const pid = input.pid ?? 0;
    if (pid > 0) await requireDepartment(db, pid);
    await requireFreeName(db, pid, input.name, 0);
    const row = await db
      .insertInto('department')
      .values({ name: input.name, pid, num: input.num ?? 0, remark: '' })
      .returning('dept_id')
      .executeTakeFirstOrThrow();
    await created(db, actor, 'department', String(row.dept_id));
    await record(db, actor, 'department.add', row.dept_id);
    return row.dept_id;
  });

/** Puts back one that was deleted, under its id; call inside a change of rights. @throws AppError `dept.unknown`, `dept.name_taken` */
export async function restoreDepartment(
  db: Database,
  actor: Actor,
  deptId: number,
  { name, pid, num }: { readonly name: string; readonly pid: number; readonly num: number },
): Promise<void> {
  if (pid > 0) await requireDepartment(db, pid);
  await requireFreeName(db, pid, name, deptId);
  await db.insertInto('department').values({ dept_id: deptId, name, pid, num, remark: '' }).execute();
  await record(db, actor, 'department.add', deptId);
}

/**
 * Changes the given values; a move that gives somebody what the actor lacks is asked for.
 * @throws AppError `dept.unknown`, `dept.cycle`, `dept.name_taken`
 */
export async function updateDepartment(
  db: Database,
  actor: Actor,
  input: { deptId: number; name?: string | undefined; pid?: number | undefined; num?: number | undefined },
): Promise<Waiting | null> {
  const { deptId } = input;
  const row = await db.selectFrom('department').selectAll().where('dept_id', '=', deptId).executeTakeFirst();
  if (!row) throw new AppError('dept.unknown');
  const next = { name: input.name ?? row.name, pid: input.pid ?? row.pid, num: input.num ?? row.num };
  const attempt = await attemptRights(db, actor, () => writeDepartment(db, actor, deptId, next));
  if (attempt.done) return null;
  const isPart = next.name !== row.name || next.num !== row.num;
  if (isPart) await changingRights(db, actor, () => writeDepartment(db, actor, deptId, { ...next, pid: row.pid }));
  const asked = new AskedChanges();
  const { beyond, everyone } = attempt;
  asked.add([{ kind: 'department', deptId, pid: next.pid, from: { pid: row.pid } }], beyond.gains, everyone);
  return asked.save(db, actor, 'manage:users:deptUpdate', isPart);
}

/**
 * Writes the given values; call inside a change of rights. @throws AppError `dept.unknown`, `dept.cycle`,
 * `dept.name_taken`
 */
export async function writeDepartment(
  db: Database,
  actor: Actor,
  deptId: number,
  given: { readonly name?: string; readonly pid: number; readonly num?: number },
): Promise<void> {
  const row = await db.selectFrom('department').selectAll().where('dept_id', '=', deptId).executeTakeFirst();
  if (!row) throw new AppError('dept.unknown');
  const next = { name: given.name ?? row.name, pid: given.pid, num: given.num ?? row.num };
  if (next.pid > 0) await requireDepartment(db, next.pid);
  if ((await idsFrom(db, deptId)).has(next.pid)) throw new AppError('dept.cycle');
  await requireFreeName(db, next.pid, next.name, deptId);
  await changing(db, actor, 'department', String(deptId), () =>
    db.updateTable('department').set(next).where('dept_id', '=', deptId).execute(),
  );
  if (next.pid !== row.pid) await scopesChanged(db);
  await record(db, actor, 'department.change', deptId);
}

/** @throws AppError `dept.unknown`, `dept.has_users`, `dept.has_children` */
export const removeDepartment = (db: Database, actor: Actor, deptId: number): Promise<void> =>
  changingRights(db, actor, () =>
    changing(db, actor, 'department', String(deptId), () => dropDepartment(db, actor, deptId)),
  );

/** Call inside a change of rights. @throws AppError `dept.unknown`, `dept.has_users`, `dept.has_children` */
export async function dropDepartment(db: Database, actor: Actor, deptId: number): Promise<void> {
  await requireDepartment(db, deptId);
  const person = await db.selectFrom('app_user').select('user_id').where('dept_id', '=', deptId).executeTakeFirst();
  if (person) throw new AppError('dept.has_users');
  const child = await db.selectFrom('department').select('dept_id').where('pid', '=', deptId).executeTakeFirst();
  if (child) throw new AppError('dept.has_children');
  await db.deleteFrom('department').where('dept_id', '=', deptId).execute();
  await record(db, actor, 'department.delete', deptId);
}
