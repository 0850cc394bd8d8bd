import '#server/platform/access/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { RowFault } from '#server/record/bulk-sheets/read-rows.ts';

interface Employee {
  readonly user_id: number;
  readonly status: number;
}

/** Employees by what sheets call them. */
export interface People {
  /** The one that a text means; only somebody who works here unless `withFormer`. */
  readonly find: (text: string, options?: { readonly withFormer?: boolean }) => number | RowFault;
}

/** Reads everybody by account, mobile and name. An account or mobile says more than a name, which several may have. */
export async function readPeople(db: Database): Promise<People> {
  const rows = await db
    .selectFrom('app_user')
    .select(['user_id', 'username', 'mobile', 'realname', 'status'])
    .execute();
  const ways = (['username', 'mobile', 'realname'] as const).map((column) => Map.groupBy(rows, (row) => row[column]));
  const called = (name: string): readonly Employee[] =>
    ways.map((way) => way.get(name) ?? []).find((those) => those.length > 0) ?? [];
  return {
    find: (name, { withFormer = false } = {}) => {
      const all = called(name);
      const fitting = withFormer ? all : all.filter(({ status }) => status !== 0);
      const [one, ...others] = fitting;
      if (one && others.length === 0) return one.user_id;
      if (one) return { key: 'bulk_sheet.row.people', params: { name } };
      return { key: all.length === 0 ? 'bulk_sheet.row.no_person' : 'bulk_sheet.row.disabled', params: { name } };
    },
  };
}
