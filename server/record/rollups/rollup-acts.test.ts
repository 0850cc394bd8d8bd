import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customerImports } from '#server/modules/crm/customers/testing.ts';
import { openCompany, type Company } from '#server/testing/company.ts';
import { dice } from '#server/testing/dice.ts';
import { openImports, type Imports } from '#server/testing/imports.ts';
import { rollupActs } from '#server/testing/rollups/acts.ts';
import { openRollups, type Rollups } from '#server/testing/rollups/open-rollups.ts';
import { orderTypes } from '#server/testing/rollups/order-types.ts';

let company: Company;
let imports: Imports;
let rollups: Rollups;
let acts: ReturnType<typeof rollupActs>;
beforeAll(async () => {
  company = await openCompany({ types: orderTypes, jobs: true });
  imports = openImports(company, customerImports);
  rollups = openRollups(company);
  acts = rollupActs(company, imports, rollups);
  await rollups.addRollups();
  const accounts = [await rollups.saveAccount(), await rollups.saveAccount()];
  for (const accountId of [...accounts, ...accounts, '']) await rollups.saveOrder({ account_id: accountId });
  for (let at = 0; at < 20; at += 1) await acts['a new child']?.();
});
afterAll(async () => {
  imports.close();
  await company.close();
});

/** Names only, as the actions exist once the company does. */
const names = Object.keys(rollupActs({} as Company, {} as Imports, {} as Rollups));

describe('parents always count the existing children', () => {
  it('initially', async () => {
    expect(await rollups.differing()).toEqual([]);
  });

  it.each(names)('after %s', async (name) => {
    for (let round = 0; round < 3; round += 1) await acts[name]?.();
    expect(await rollups.differing()).toEqual([]);
  });

  it('after 120 random ones', async () => {
    const quick = names.filter((name) => !name.includes('import'));
    const done: string[] = [];
    const roll = dice(77);
    for (let at = 0; at < 120; at += 1) {
      const name = quick[roll(quick.length)] ?? '';
      await acts[name]?.();
      done.push(name);
      if (at % 10 === 9) expect([await rollups.differing(), done.slice(-10)]).toEqual([[], done.slice(-10)]);
    }
  });
});
