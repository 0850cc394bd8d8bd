import { sql, type RawBuilder } from 'kysely';
import '#server/record/tables.ts';
import '#server/platform/access/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Permission } from '#shared/admin/menus.ts';
import { firstSteps, type FirstStepKey } from '#shared/auth/first-steps-calls.ts';

interface Step {
  /** Whoever has one of these rights may do it. */
  readonly needs: readonly Permission[];
  /** Whether it has been done: by the actor where it is their own work, else by anybody of the company. */
  readonly isDone: (actor: Actor) => RawBuilder<boolean>;
}

const steps: Readonly<Record<FirstStepKey, Step>> = {
  import: {
    needs: ['crm:customer:excelimport'],
    // one that was taken back has brought nothing
    isDone: ({ userId }) =>
      sql`exists (select from import_task where user_id = ${userId} and status not in ('undoing', 'undone') and created_rows + updated_rows > 0)`,
  },
  invite: {
    needs: ['manage:users:userSave'],
    isDone: ({ userId }) => sql`exists (select from app_user where user_id <> ${userId})`,
  },
  fields: {
    needs: ['manage:crm:field'],
    isDone: () => sql`exists (select from audit where what = 'fields' and result = 'done')`,
  },
  pool: {
    needs: ['manage:crm:pool'],
    isDone: () => sql`exists (select from app_setting where name = 'customer_pool')`,
  },
  follow_up: {
    needs: ['crm:customer:read', 'crm:leads:read'],
    isDone: ({ userId }) =>
      sql`exists (select from follow_up where create_user_id = ${userId} and is_event = 0 and deleted_at is null)`,
  },
};

/** The steps that the actor may do, each with whether it is done; none once the actor has hidden them. */
export async function firstStepsOf(db: Database, actor: Actor): Promise<{ key: FirstStepKey; isDone: 0 | 1 }[]> {
  const allowed = firstSteps.filter((key) => steps[key].needs.some((permission) => actor.mayDo(permission)));
  if (allowed.length === 0 || (await areHidden(db, actor))) return [];
  const columns = allowed.map((key) => sql`${steps[key].isDone(actor)} as ${sql.ref(key)}`);
  const { rows } = await sql<Partial<Record<FirstStepKey, boolean>>>`select ${sql.join(columns)}`.execute(db);
  return allowed.map((key) => ({ key, isDone: rows[0]?.[key] === true ? 1 : 0 }));
}

async function areHidden(db: Database, { userId }: Actor): Promise<boolean> {
  const row = await db
    .selectFrom('app_user')
    .select('first_steps_hidden_at')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.first_steps_hidden_at != null;
}

/** For good; a second time changes nothing. */
export async function hideFirstSteps(db: Database, { userId }: Actor): Promise<void> {
  await db
    .updateTable('app_user')
    .set({ first_steps_hidden_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('first_steps_hidden_at', 'is', null)
    .execute();
}
