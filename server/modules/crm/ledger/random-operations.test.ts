import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { handOverTasks, remindOverdue } from '#server/approval/sweep.ts';
import { runPoolRules } from '#server/modules/crm/customers/pool/job.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { openCompany, type Company } from '#server/testing/company.ts';
import { deadlocksOf } from '#server/testing/run/deadlocks.ts';
import { actNames, dealClient } from '#server/durability/deals/deal-client.ts';
import { letDeal } from '#server/durability/deals/deal-company.ts';
import { brokenDeals } from '#server/durability/deals/deal-invariants.ts';
import { brokenSurfaces } from '#server/durability/deals/deal-surfaces.ts';
import { noDeals, type AskAs } from '#server/durability/deals/dealer.ts';
import { isSoak, seed } from '#server/testing/repetitions.ts';

// Everything that people do from product to cash, by many at once.

const operations = isSoak ? 10_000 : 1000;
const clients = 16;

/** What must have been booked, else this test has shown nothing, and what books the rarest of it. */
const wanted = [
  'discarded',
  'invoiced',
  'owed',
  'passed',
  'planned',
  'prepaid',
  'received',
  'reversed',
  'settled',
] as const;
const rare = [
  'contract',
  'decide',
  'receivable',
  'decide',
  'plan',
  'settle',
  'discard',
  'unreceive',
  'invoice',
  'issue',
  'credit',
];

let company: Company;
beforeAll(async () => {
  company = await openCompany({ jobs: true });
});
afterAll(() => company.close());

it(
  `holds after ${operations} operations by ${clients} clients over all types from product to cash`,
  { timeout: isSoak ? 7_200_000 : 300_000 },
  async () => {
    const askAs: AskAs = (path, body, as, file) => company.call(path, body, { as, ...(file ? { file } : {}) });
    const { admin, manager, seller, peer, stranger } = company.people;
    const people = [seller, manager, peer, stranger];
    const shared = noDeals(await letDeal(company.db, askAs, admin, people));
    let left = operations;
    // what runs every five minutes runs all the while
    const sweep = async () => {
      while (left > 0) {
        await inTransaction(company.db, remindOverdue);
        await handOverTasks(company.db, company.services.gate.actorFor);
        await runPoolRules(company.services);
      }
    };
    await Promise.all([
      sweep(),
      ...Array.from({ length: clients }, async (_, client) => {
        const due = actNames.filter((_name, at) => at % clients === client);
        const one = dealClient(askAs, shared, people, { seed: seed * 31 + client, due });
        while (left > 0) {
          left -= 1;
          await one.act();
        }
      }),
    ]);
    const met = async () =>
      (await sql<{ event: string }>`select distinct event from ledger_entry`.execute(company.db)).rows.map(
        ({ event }) => event,
      );
    // what chance has left out is done afterwards
    const last = dealClient(askAs, shared, people, {
      seed,
      due: Array.from({ length: operations }, (_, at) => rare[at % rare.length] ?? 'contract'),
    });
    for (let more = 0; more < operations; more += rare.length) {
      const events = await met();
      if (wanted.every((event) => events.includes(event))) break;
      for (const _ of rare) await last.act();
    }
    expect(shared.failed).toEqual([]);
    // of many who want the same at once some may be told to come again, on a machine that is slow
    expect(shared.unanswered.length).toBeLessThan(operations / 4);
    // whoever is chosen by a deadlock waits a second and begins anew: locks are taken in one order instead
    expect((await deadlocksOf(company.db)).join('\n')).toBe('');
    expect(await brokenDeals(company.db, shared)).toEqual([]);
    const asAdmin = (path: string, body: Readonly<Record<string, unknown>>) => company.call(path, body, { as: admin });
    expect(await brokenSurfaces(company.db, asAdmin, isSoak ? 1000 : 30)).toEqual([]);
    // everything was done, and not only tried, else this test has shown nothing
    expect(actNames.filter((name) => !shared.done.has(name))).toEqual([]);
    expect(await met()).toEqual(expect.arrayContaining([...wanted]));
  },
);
