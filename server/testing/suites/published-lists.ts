import { describe, expect, it } from 'vitest';
import type { Answer } from '#server/testing/company.ts';

type Row = Readonly<Record<string, unknown>>;
type Ask = (path: string, body?: Row) => Promise<Answer>;

/** A list that older clients know. */
export interface PublishedList {
  readonly label: number;
  readonly list: string;
  /** Of each row; none of them is null. */
  readonly keys: readonly string[];
  /** The first and the last columns, before a person has chosen any. */
  readonly first: readonly string[];
  readonly last: readonly string[];
}

/** The names in a text that are separated by spaces. */
export const words = (text: string): readonly string[] => text.split(' ');

export const commonKeys = words('ownerUserName createUserName fieldBatchId ownerUserId createUserId batchId');
/** The columns at the end of each list. */
export const usualColumns = words('updateTime createTime ownerUserName createUserName');

/** What older clients find in lists that have rows, by the tables that they were written from. */
export function describePublishedLists(lists: readonly PublishedList[], json: Ask, form: Ask): void {
  describe.each([
    ['JSON', json],
    ['forms', form],
  ] as const)('lists by %s', (_kind, ask) => {
    it.each(lists)('rows of $list have their keys, none of them null', async ({ list, keys }) => {
      const { list: rows } = (await ask(list)).data as { list: Row[] };
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) {
        expect(Object.keys(row)).toEqual(expect.arrayContaining([...keys]));
        expect(Object.entries(row).filter(([, value]) => value === null)).toEqual([]);
      }
    });

    it.each(lists)(
      'columns of $label are the fields in order, then the others, each a key of the rows',
      async (one) => {
        const heads = ((await ask('field/queryListHead', { label: one.label })).data as { fieldName: string }[]).map(
          ({ fieldName }) => fieldName,
        );
        expect(heads.slice(0, one.first.length)).toEqual(one.first);
        expect(heads.filter((name) => one.last.includes(name)).toSorted()).toEqual([...one.last].toSorted());
        expect(heads.slice(-usualColumns.length)).toEqual(usualColumns);
        const { list: rows } = (await ask(one.list)).data as { list: Row[] };
        for (const name of heads) expect(Object.keys(rows[0] ?? {})).toContain(name);
      },
    );
  });
}
