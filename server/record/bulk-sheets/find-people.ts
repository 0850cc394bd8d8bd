import '#server/platform/access/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { maySeeContact } from '#server/platform/access/contact-data.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { RowFault } from '#server/record/bulk-sheets/read-rows.ts';
import { translate } from '#shared/i18n/translate.ts';

interface Employee {
  readonly user_id: number;
  readonly status: number;
}

/** Employees by their identifiers in sheets. */
export interface People {
  /** The one that a text identifies; only active employees unless `withFormer`. */
  readonly find: (text: string, options?: { readonly withFormer?: boolean }) => number | RowFault;
}

/**
 * Indexes everybody by account, mobile, number and name. All but the name take precedence, because several people may
 * share a name. Account and mobile only match for readers who can see them: for others they match only the reader.
 */
export async function readPeople(db: Database, actor: Actor): Promise<People> {
  const rows = await db
    .selectFrom('app_user')
    .select(['user_id', 'username', 'mobile', 'num', 'realname', 'status'])
    .execute();
  const reached = maySeeContact(actor) ? rows : rows.filter((row) => row.user_id === actor.userId);
  const ways = [
    Map.groupBy(reached, (row) => row.username),
    Map.groupBy(reached, (row) => row.mobile),
    Map.groupBy(rows, (row) => row.num),
    Map.groupBy(rows, (row) => row.realname),
  ];
  const called = (name: string): readonly Employee[] =>
    ways.map((way) => way.get(name) ?? []).find((those) => those.length > 0) ?? [];
  const { ways: understood, exact } = personWords(actor);
  return {
    find: (name, { withFormer = false } = {}): number | RowFault => {
      const all = called(name);
      const fitting = withFormer ? all : all.filter(({ status }) => status !== 0);
      const [one, ...others] = fitting;
      if (one && others.length === 0) return one.user_id;
      if (one) return { key: 'bulk_sheet.row.people', params: { name, exact } };
      if (all.length > 0) return { key: 'bulk_sheet.row.disabled', params: { name } };
      return { key: 'bulk_sheet.row.no_person', params: { name, ways: understood } };
    },
  };
}

/** The identifiers the actor may use for people in sheets, and those that are unambiguous. */
export function personWords(actor: Actor): { readonly ways: string; readonly exact: string } {
  const kind = maySeeContact(actor) ? 'contact' : 'named';
  return {
    ways: translate(actor.language, `bulk_sheet.person.${kind}`),
    exact: translate(actor.language, `bulk_sheet.person.exact.${kind}`),
  };
}
