import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCompany, type Company } from '#server/testing/company.ts';
import { documentClient, sharedDocuments } from '#server/testing/documents/document-clients.ts';
import { brokenDocuments } from '#server/testing/documents/document-invariants.ts';
import { documentTypes } from '#server/testing/fixtures/document.ts';
import { isSoak, repetitions } from '#server/testing/repetitions.ts';

// Sixteen clients perform all possible actions on one set of documents concurrently.

let company: Company;
beforeAll(async () => {
  company = await openCompany({ types: documentTypes });
});
afterAll(() => company.close());

const clients = 16;
/** Acceptable refusals: for late callers, or for what is not allowed. */
const refusals = new Set([404, 409, 422]);

it(
  'keep totals, numbers, states, formulas and versions consistent',
  async () => {
    const shared = sharedDocuments();
    const { admin, manager, seller, peer } = company.people;
    const owners = [admin, manager, seller, peer].map(({ userId }) => userId);
    const ask = (path: string, body: Record<string, unknown>) => company.call(path, body, { as: admin });
    const each = Math.ceil(repetitions(10_000) / clients);
    const done = new Map<string, number>();
    const faults: string[] = [];
    const work = async (seed: number): Promise<void> => {
      const client = documentClient(ask, shared, owners, seed);
      for (let round = 0; round < each; round += 1) {
        const { what, answer } = await client.act();
        if (answer.code === 0) done.set(what, (done.get(what) ?? 0) + 1);
        else if (!refusals.has(answer.code)) faults.push(`${what}: ${answer.code} ${answer.msg}`);
        if (round % 50 === 49 && seed === 1) faults.push(...(await brokenDocuments(company.db)));
      }
    };
    await Promise.all(Array.from({ length: clients }, (_, at) => work(at + 1)));
    expect(faults).toEqual([]);
    expect(await brokenDocuments(company.db)).toEqual([]);
    // each kind of action has succeeded, not only been refused
    expect([...done.keys()].toSorted()).toEqual([
      'create',
      'field',
      'lines',
      'merge',
      'money',
      'number',
      'remove',
      'restore',
      'state',
      'transfer',
      'undo',
    ]);
  },
  isSoak ? 1_800_000 : 240_000,
);

it.each([
  [
    'a line',
    'update fixture_document_line set num = num + 1 where line_id = (select max(line_id) from fixture_document_line)',
  ],
  ['a total', 'update fixture_document set total_price = total_price + 1, agreed_rate = 0'],
  ['a rate', 'update fixture_document set discount_rate = discount_rate + 1'],
  ['a formula', 'update fixture_document set tax = tax + 1'],
  ['a state', 'update fixture_document set status = 3 - status'],
  ['a version', 'update fixture_document set version = version + 1'],
])('detect it if %s were wrong', async (_name, fault) => {
  await company.db
    .transaction()
    .execute(async (trx) => {
      await sql.raw(fault).execute(trx);
      expect(await brokenDocuments(trx)).not.toEqual([]);
      throw new Error('taken back');
    })
    .catch((error: unknown) => expect(String(error)).toContain('taken back'));
});
