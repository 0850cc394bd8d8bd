import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseInput } from '#server/platform/http/input.ts';
import { withParameterName } from '#server/platform/http/parameter-name.ts';
import { errorCodes } from '#shared/error-codes.ts';
import { languages } from '#shared/i18n/language.ts';
import { isMessageKey, translate } from '#shared/i18n/translate.ts';
import { camelCase } from '#shared/record/field.ts';
import { AppError, type ErrorCode } from '#shared/wire/error-codes.ts';
import { listsOf, openHostile, show, type Hostile } from './hostile.ts';
import { noColumns } from './payloads.ts';
import { inputShape, places, withValue } from './schema.ts';

// Everything here is generated from the route table: a call that is added later is covered the day it is added.

let hostile: Hostile;
beforeAll(async () => {
  hostile = await openHostile();
});
afterAll(() => hostile.close());

describe('names (security X1, X2, A11)', () => {
  it('of columns to sort by are looked up: anything else is refused on every list', async () => {
    const { table, attempt, forgetTurns } = hostile;
    const lists = table.answering.filter((endpoint) =>
      Object.hasOwn(inputShape(endpoint).properties ?? {}, 'sortField'),
    );
    expect(lists.length).toBeGreaterThan(1);
    for (const endpoint of lists) {
      for (const sortField of noColumns(table.type.titleField)) {
        await forgetTurns();
        expect([endpoint.path, sortField, await attempt(endpoint, { body: { sortField } }, sortField)]).toEqual([
          endpoint.path,
          sortField,
          400,
        ]);
      }
      for (const order of ['desc; drop table app_user', '3', 'asc', { a: 1 }, 1.5]) {
        const body = { sortField: camelCase(table.type.titleField), order };
        expect([endpoint.path, order, await attempt(endpoint, { body }, show(order))]).toEqual([
          endpoint.path,
          order,
          422,
        ]);
      }
    }
  });

  it('of columns to filter by are looked up, in both forms, and so are conditions', async () => {
    const { table, attempt, forgetTurns } = hostile;
    const lists = listsOf(table);
    for (const endpoint of lists) {
      for (const name of noColumns(table.type.titleField)) {
        await forgetTurns();
        for (const data of [
          { [name]: { condition: 'is', value: 'x' } },
          [{ fieldName: name, condition: 'is', value: 'x' }],
          [{ name, condition: 'is', value: 'x' }],
        ]) {
          expect([endpoint.path, data, await attempt(endpoint, { body: { data } }, show(data))]).toEqual([
            endpoint.path,
            data,
            400,
          ]);
        }
      }
      for (const condition of ['or', '=', 'is; --', 'IS', 'toString', 'like']) {
        const body = { data: { [camelCase(table.type.titleField)]: { condition, value: 'x' } } };
        expect([endpoint.path, condition, await attempt(endpoint, { body }, condition)]).toEqual([
          endpoint.path,
          condition,
          400,
        ]);
      }
    }
  });

  it('nothing asked for matches nothing: an empty list, no value', async () => {
    const { table } = hostile;
    const { admin } = table.company.people;
    const { code, family } = table.type;
    const list = (data: unknown) => table.company.call(`${family}/queryPageList`, { data }, { as: admin });
    const all = (await list({})).data as { totalRow: number };
    expect(all.totalRow).toBeGreaterThan(0);
    const columns = (await table.company.call('scene/queryField', { label: code }, { as: admin })).data as {
      fieldName: string;
      operators: string[];
    }[];
    let asked = 0;
    for (const { fieldName, operators: allowed } of columns.filter((column) => column.operators.includes('in'))) {
      for (const value of [[], '', ',', null]) {
        const answer = await list({ [fieldName]: { condition: 'in', value } });
        expect([fieldName, value, answer.code, answer.data]).toEqual([
          fieldName,
          value,
          0,
          expect.objectContaining({ totalRow: 0 }),
        ]);
        asked += 1;
      }
      if (!allowed.includes('is')) continue;
      for (const value of [[], '', null]) {
        expect([fieldName, value, (await list({ [fieldName]: { condition: 'is', value } })).code]).toEqual([
          fieldName,
          value,
          422,
        ]);
      }
    }
    expect(asked).toBeGreaterThan(40);
  });
});

describe('parameters', () => {
  /** The requirement has these words (R3.12). */
  const required = [
    'contract.expiry_days',
    // the word of a formula is that of a parameter by chance
    'formula.unit',
    'input.id',
    'scene.data',
    'scene.id',
    'scene.label',
    'scene.no_label',
    'scene.type',
    'todo.sub',
    'todo.type',
  ];
  const wrong = [
    '',
    '\u0000',
    'x'.repeat(50_000),
    '长'.repeat(1001),
    -1,
    1e15,
    1.5,
    'x',
    [['x']],
    { x: 1 },
    [-1, 'x'],
    null,
  ];
  const keysOf = (path: string): string[] => path.split('.').filter((key) => !/^(?:\d+|\*)$/.test(key));

  it('that a call cannot take are told by the name that people know, in every contract', async () => {
    const { table, things } = hostile;
    const unnamed = new Set<string>();
    const told = new Set<string>();
    let cases = 0;
    for (const endpoint of table.endpoints) {
      const { body } = await table.example(endpoint, things);
      const at = places(inputShape(endpoint)).filter(({ path }) => !path.includes('*'));
      const words = new Set(at.flatMap(({ path }) => keysOf(path)));
      for (const { path } of at) {
        for (const value of wrong) {
          let problem: unknown;
          try {
            parseInput(endpoint.input, withValue(body, path, value), endpoint.ids);
          } catch (error) {
            problem = error;
          }
          if (problem === undefined) continue;
          cases += 1;
          if (!(problem instanceof AppError)) throw problem;
          const { subject = '', parameter = '' } = problem.params;
          const key = keysOf(String(parameter)).findLast((one) => words.has(one)) ?? '';
          if (parameter !== '' && !isMessageKey(String(subject)) && !isMessageKey(`parameter.${key}`)) unnamed.add(key);
          for (const language of languages) {
            const message = translate(language, problem.code, withParameterName(language, problem.params));
            const said = message.match(/[A-Za-z]+/g) ?? [];
            // an English name may be a word that is also a key
            const keys = said.filter((word) => words.has(word) && (language === 'cn' || /[A-Z]/.test(word.slice(1))));
            if (keys.length > 0 && !required.includes(problem.code)) told.add(`${endpoint.path} ${path}: ${message}`);
            if (/[{}]/.test(message)) told.add(`${endpoint.path} ${path}: ${message}`);
          }
        }
      }
    }
    expect([[...unnamed], [...told]]).toEqual([[], []]);
    expect(cases).toBeGreaterThan(table.endpoints.length * 5);
  });

  it('are in no message but those that the requirement has', () => {
    const keys = new Set(
      hostile.table.endpoints.flatMap((one) => places(inputShape(one)).flatMap(({ path }) => keysOf(path))),
    );
    const codes = Object.keys(errorCodes) as ErrorCode[];
    const spoken = codes.filter((code) =>
      translate('cn', code)
        .replaceAll(/\{.*?\}/g, '')
        .match(/[A-Za-z]+/g)
        ?.some((word) => keys.has(word)),
    );
    expect(spoken.toSorted()).toEqual(required);
  });
});
