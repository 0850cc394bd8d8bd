import { describe, expect, it } from 'vitest';
import { contactsType } from '#shared/crm/contacts-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { leadsType } from '#shared/crm/leads-type.ts';
import { bulkSheetCalls } from '#shared/record/calls/bulk-sheet-calls.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { sceneKindsOf } from '#shared/record/calls/scene-calls.ts';
import { typeCalls } from '#shared/record/calls/type-calls.ts';
import { can } from '#shared/record/capabilities/capability.ts';
import { callPath } from '#shared/record/capabilities/call-paths.ts';
import type { RecordType } from '#shared/record/record-type.ts';

describe('what a type can do', () => {
  it('takes a key that the permission tree has, and stops the start without it', () => {
    expect(permissionOf(customerType, 'teamsave')).toBe('crm:customer:teamsave');
    const withTeam: RecordType = { ...contactsType, can: [...contactsType.can, 'team'] };
    expect(() => typeCalls(withTeam)).toThrow('no menu row for crm:contacts:teamsave');
    expect(() => permissionOf(contactsType, 'discard')).toThrow('no menu row');
  });

  it('is asked for under a key that nobody has where it is not declared', () => {
    expect(can(contactsType, 'team')).toBe(false);
    expect(permissionOf(contactsType, 'teamsave')).toBe('crm:contacts:teamsave');
    expect(sceneKindsOf(contactsType)).not.toContain('member');
    expect(sceneKindsOf(customerType)).toContain('member');
  });

  it('goes by another key where the declaration says so', () => {
    const bare: RecordType = { ...contactsType, module: 'receipt', can: [] };
    expect(() => typeCalls(bare)).toThrow('no menu row for crm:receipt:read');
    const calls = typeCalls({ ...bare, rights: { read: 'index' } });
    expect(calls.read.access).toEqual(['crm:receipt:index', 'crm:pool:index']);
    expect(calls.list.access).toBe('crm:receipt:index');
  });
});

it('calls are named as usual, or as the declaration says', () => {
  expect(callPath(customerType, 'save')).toBe('CrmCustomer/addOrUpdate');
  expect(callPath(customerType, 'merge')).toBe('CrmCustomer/mergeCustomer');
  expect(callPath(leadsType, 'transfer')).toBe('CrmLeads/changeOwnerUser');
  const named = typeCalls({ ...customerType, paths: { save: 'saveAndUpdate', merge: 'join', followUps: 'records' } });
  expect([named.save.path, named.merge.path, named.followUps.path]).toEqual([
    'CrmCustomer/saveAndUpdate',
    'CrmCustomer/join',
    'CrmCustomer/records',
  ]);
});

it('sheets are those that the declaration names', () => {
  const { kinds, byKind, template } = bulkSheetCalls({
    ...customerType,
    sheets: { template: 'downloadTeams', owner: 'owners', team: 'teams' },
  });
  expect(kinds).toEqual(['team', 'owner']);
  expect([template.path, byKind.team.path, byKind.owner.access]).toEqual([
    'CrmCustomer/downloadTeams',
    'CrmCustomer/teams',
    'crm:customer:transfer',
  ]);
});

/** What types to come will declare (docs/decisions/capabilities.md). */
const toCome: readonly Pick<RecordType, 'module' | 'family' | 'can' | 'paths' | 'rights' | 'sheets'>[] = [
  { module: 'product', family: 'CrmProduct', can: ['delete', 'import', 'export'], paths: { save: 'saveAndUpdate' } },
  { module: 'business', family: 'CrmBusiness', can: ['delete', 'followUps', 'transfer', 'team', 'export', 'board'] },
  {
    module: 'contract',
    family: 'CrmContract',
    can: ['delete', 'followUps', 'transfer', 'team', 'export', 'board', 'print'],
    paths: { save: 'saveAndUpdate' },
    rights: { excelimport: 'teamsave' },
    sheets: { template: 'downloadSheet', team: 'uploadExcelTeam' },
  },
  {
    module: 'receivables',
    family: 'CrmReceivables',
    can: ['delete', 'import', 'export', 'board', 'print'],
    paths: { save: 'saveOrUpdate' },
  },
  { module: 'receivables', family: 'Crm/ReceivablesPlan', can: ['delete', 'import'], paths: { save: 'saveAndUpdate' } },
  {
    module: 'arrear',
    family: 'CrmsArrears',
    can: ['export'],
    paths: { read: 'arrearsEntity' },
    rights: { read: 'index' },
  },
  { module: 'receipt', family: 'CrmReceipt', can: ['export'], rights: { read: 'index' } },
  {
    module: 'express',
    family: 'CrmExpress',
    can: ['import', 'export'],
    rights: { read: 'index', excelimport: 'save' },
  },
];

it.each(toCome.map((one) => [one.family, one] as const))('%s: has the rights of what it will do', (family, more) => {
  const { pool: _pool, ...plain } = contactsType;
  const type: RecordType = { ...plain, ...more };
  const { save, read, print } = typeCalls(type);
  if (can(type, 'print')) expect([print.path, print.access]).toEqual([`${family}/generatePDF`, read.access]);
  expect(save.path).toBe(`${family}/${more.paths?.save ?? 'addOrUpdate'}`);
  expect(read.access).toBe(`crm:${more.module}:${more.rights?.read ?? 'read'}`);
  if (more.sheets) expect(bulkSheetCalls({ ...type, sheets: more.sheets }).kinds).toEqual(['team']);
});
