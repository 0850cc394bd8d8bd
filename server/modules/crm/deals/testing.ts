import { expect } from 'vitest';
import type { Answer, Company, PersonName } from '#server/testing/company.ts';

export type Row = Record<string, unknown>;

const isIds = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'number');

/** Asks as older clients do, by forms: objects are sent as JSON in a part of the form, ids with commas. */
export function olderClient(company: () => Company) {
  const ask = (path: string, body: Row = {}, who: PersonName = 'seller'): Promise<Answer> => {
    const parts = Object.entries(body).map(([key, value]) => [
      key,
      isIds(value) ? value.join(',') : typeof value === 'object' ? JSON.stringify(value) : value,
    ]);
    return company().call(path, Object.fromEntries(parts) as Row, { as: company().people[who], form: true });
  };
  const done = async <T = Row>(path: string, body: Row = {}, who: PersonName = 'seller'): Promise<T> => {
    const answer = await ask(path, body, who);
    expect([path, answer.code, answer.msg]).toEqual([path, 0, '']);
    return answer.data as T;
  };
  return {
    ask,
    done,
    ofPage: async (path: string, body: Row = {}, who: PersonName = 'seller') =>
      (await done<{ list: Row[]; totalRow: number }>(path, body, who)).list,
    /** The custom fields of a type as its form has them, some with a value. */
    fields: async (label: number, values: Row = {}): Promise<Row[]> => {
      const form = await done<Row[]>('field/queryField', { label });
      return form.flatMap((field) => {
        const value = values[String(field['fieldName'])];
        return value === undefined ? [] : [{ ...field, value }];
      });
    },
  };
}
