import pg from 'pg';
import { vi } from 'vitest';
import { recordModules } from '#server/record/registry.ts';
import { tokenFor, type Person } from '#server/testing/company.ts';
import { designFields } from '#server/testing/conformance.ts';
import type { Endpoint } from '#shared/wire/endpoint.ts';
import { codeOf, openTable } from './cases.ts';
import { inputShape } from './schema.ts';
import type { Things } from './things.ts';
import type { Table, Example } from './table.ts';

/** A route table that is asked for anything, by somebody who may do everything. */
export interface Hostile {
  readonly table: Table;
  readonly things: Things;
  /** Sends and notes what was no answer but an accident; the code of the answer. */
  readonly attempt: (endpoint: Endpoint, example: Example, what: string) => Promise<number>;
  /** The accidents so far. */
  readonly accidents: readonly string[];
  /** Every text that the database was asked with. */
  readonly statements: ReadonlySet<string>;
  /** Limits count what was logged; their own tests are elsewhere. */
  readonly forgetTurns: () => Promise<unknown>;
  readonly close: () => Promise<void>;
}

const failed = '服务器响应异常';

export async function openHostile(options: Parameters<typeof openTable>[0] = {}): Promise<Hostile> {
  const statements = listen();
  const table = await openTable(options);
  const owner = new pg.Client({ connectionString: table.company.urls.ownerUrl });
  await owner.connect();
  // a custom field of every kind, so that its columns, filters and values are reached
  for (const { type } of recordModules()) await designFields(table.company, type);
  /** An administrator whose logins the payloads may end. */
  const root: Person = await table.hire({ roles: [1] });
  let { token } = root;
  const { people, db } = table.company;
  // among the payloads is the number of the first login, and examples ask by this one
  people.admin = { ...people.admin, token: await tokenFor(db, people.admin.userId) };
  const accidents: string[] = [];
  return {
    table,
    things: await table.things(root),
    attempt: async (endpoint, example, what) => {
      let answer = await table.send(endpoint, example, { token: example.token ?? token });
      if (answer.code === 302) {
        // a number among the payloads was the login itself
        token = await tokenFor(table.company.db, root.userId);
        answer = await table.send(endpoint, example, { token: example.token ?? token });
      }
      const went = answer.status < 500 && !answer.msg.startsWith(failed) && answer.code !== 503;
      if (!went) accidents.push(`${endpoint.path} ${what}: ${answer.status} ${answer.code} ${answer.msg.slice(0, 20)}`);
      return codeOf(answer);
    },
    accidents,
    statements,
    forgetTurns: () => owner.query("delete from audit where what like 'export %' or what like 'duplicates %'"),
    close: async () => {
      vi.restoreAllMocks();
      await owner.end();
      await table.company.close();
    },
  };
}

/** Hears what every connection of this process asks. */
function listen(): Set<string> {
  const statements = new Set<string>();
  const ask = Reflect.get(pg.Client.prototype, 'query') as (...args: unknown[]) => unknown;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [first] = args;
    const text = typeof first === 'string' ? first : (first as { text?: string } | undefined)?.text;
    if (text !== undefined) statements.add(text);
    return ask.apply(this, args) as never;
  } as never);
  return statements;
}

/** How a value is named when something is wrong with it. */
export const show = (value: unknown): string => (JSON.stringify(value) ?? 'undefined').slice(0, 80);

/** Calls that filter and sort rows of a record type. */
export const listsOf = (table: Table): Endpoint[] =>
  table.answering.filter((endpoint) => {
    const { properties = {} } = inputShape(endpoint);
    return Object.hasOwn(properties, 'sortField') && Object.hasOwn(properties, 'data');
  });
