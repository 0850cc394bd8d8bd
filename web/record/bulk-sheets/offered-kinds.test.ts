import { expect, it } from 'vitest';
import { offeredKinds } from '#web/record/bulk-sheets/offered-kinds.ts';
import { customerSheets } from '#shared/crm/customer-calls.ts';

it('offers what the right to the action and the right to import allow', () => {
  const may = (...actions: string[]) =>
    offeredKinds(customerSheets, (permission) => actions.some((action) => permission === `crm:customer:${action}`));
  expect(may('excelimport', 'read', 'teamsave')).toEqual(['team', 'team_removal', 'follow_up']);
  expect(may('excelimport')).toEqual([]);
  expect(may('read', 'teamsave', 'delete', 'transfer', 'putinpool')).toEqual([]);
  expect(may('excelimport', 'delete', 'putinpool', 'transfer')).toEqual(['deletion', 'pool', 'owner']);
});
