import { describe, expect, it } from 'vitest';
import { screenOf, usualActions } from '#web/record/screen-of.ts';
import { contactsType } from '#shared/crm/contacts-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { typeCalls } from '#shared/record/calls/type-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';

const bare: RecordType = { ...contactsType, can: [] };
const screenFor = (type: RecordType, more = {}) => screenOf(type, typeCalls(type), more);
const keysOf = (all: readonly { readonly key: string }[]) => all.map(({ key }) => key);

describe('the screen of a type', () => {
  it('has the actions, tabs and functions of what the type can do', () => {
    const screen = screenFor({ ...customerType, states: [] });
    expect(keysOf(screen.acts)).toEqual(['transfer', 'addMembers', 'removeMembers', 'editField', 'merge', 'delete']);
    expect(keysOf(screen.panels)).toEqual(['team']);
    expect(screen.functions).toEqual({
      create: 'crm:customer:save',
      import: 'crm:customer:excelimport',
      export: 'crm:customer:excelexport',
    });
    expect(screen.hasBoard).toBe(true);
    expect(screen.sheets?.kinds).toHaveLength(6);
  });

  it('has none of what it cannot do, also where a module offers it', () => {
    const screen = screenFor(bare, { acts: usualActions(bare, typeCalls(bare)), hasBoard: true });
    expect(keysOf(screen.acts)).toEqual(['editField']);
    expect(screen.panels).toEqual([]);
    expect(screen.functions).toEqual({ create: 'crm:contacts:save', import: null, export: null });
    expect([screen.hasBoard, screen.sheets]).toEqual([false, null]);
  });

  it('leaves out single ones', () => {
    const some = screenFor({ ...bare, can: ['delete', 'board'] });
    expect(keysOf(some.acts)).toEqual(['editField', 'delete']);
    expect(some.hasBoard).toBe(true);
  });

  it('may show less than the type can do, as the list of a pool does', () => {
    expect(screenFor(contactsType, { hasBoard: false }).hasBoard).toBe(false);
  });
});
