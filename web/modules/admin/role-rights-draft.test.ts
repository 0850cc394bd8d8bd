import { describe, expect, it } from 'vitest';
import type { MenuNode } from '#shared/admin/menu-calls.ts';
import { actionsBelow, draftOf, grantedOf, isSameDraft, toggled } from './role-rights-draft.ts';

const node = (menuId: number, menuType: number, childMenu: MenuNode[] = []): MenuNode => ({
  menuId,
  parentId: 0,
  menuName: String(menuId),
  realm: '',
  menuType,
  sort: 0,
  status: 1,
  remarks: '',
  childMenu,
});
const leads = node(9, 1, [node(17, 3), node(18, 3)]);
const crm = node(1, 0, [leads, node(10, 1, [node(26, 3)])]);

describe('the rights that are edited', () => {
  it('count actions alone: areas and modules grant nothing', () => {
    expect(actionsBelow(crm)).toEqual([17, 18, 26]);
    expect(grantedOf(crm, new Set([1, 9, 10]))).toBe('none');
    expect(grantedOf(leads, new Set([17]))).toBe('some');
    expect(grantedOf(leads, new Set([17, 18]))).toBe('all');
  });

  it('are granted as a whole, and taken only where everything is granted', () => {
    expect([...toggled(leads, new Set([17, 26]))].toSorted()).toEqual([17, 18, 26]);
    expect([...toggled(leads, new Set([17, 18, 26]))]).toEqual([26]);
  });

  it('are changed as soon as one right or the data scope differs', () => {
    const draft = draftOf({ rules: { data: [17], bi: [102] }, dataType: 1 });
    expect(isSameDraft(draft, draftOf({ rules: { data: [102], bi: [17] }, dataType: 1 }))).toBe(true);
    expect(isSameDraft(draft, draftOf({ rules: { data: [17], bi: [] }, dataType: 1 }))).toBe(false);
    expect(isSameDraft(draft, draftOf({ rules: { data: [17], bi: [102] }, dataType: 2 }))).toBe(false);
  });
});
