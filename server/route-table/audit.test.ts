import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#shared/wire/endpoint.ts';
import { codeOf, openTable } from './cases.ts';
import type { Things } from './things.ts';
import type { Table } from './table.ts';

// Generated from the route table: a call that is added later is covered the day it is added.

let table: Table;
let things: Things;
beforeAll(async () => {
  table = await openTable();
  things = await table.things(table.company.people.admin);
});
afterAll(() => table.company.close());

/** Changes with a right of administrators alone. */
const isAdministrative = ({ access, effect }: Endpoint): boolean =>
  effect !== 'read' && [access].flat().every((key) => key.startsWith('manage:'));

const traces = async (): Promise<number> =>
  (
    await table.company.db
      .selectFrom('audit')
      .select('audit_id')
      .where('user_id', '=', things.owner.userId)
      .where('result', '=', 'done')
      .execute()
  ).length;

describe('what administrators change (security O6)', () => {
  it('is in the log, whichever call changes it', async () => {
    const calls = table.answering.filter(isAdministrative);
    expect(calls.length).toBeGreaterThan(15);
    const problems: string[] = [];
    for (const endpoint of calls) {
      // imports are more than one person may have under way
      await table.company.db.updateTable('import_task').set({ status: 'done' }).execute();
      const before = await traces();
      const answer = await table.send(endpoint, await table.example(endpoint, things), things.owner);
      if (codeOf(answer) !== 0) problems.push(`${endpoint.path}: ${codeOf(answer)} ${answer.msg}`);
      else if ((await traces()) === before) problems.push(`${endpoint.path} leaves no trace`);
    }
    expect(problems).toEqual([]);
  });
});
