import { expect, it } from 'vitest';
import type { Field } from '#shared/record/field.ts';
import { hiding, type FieldSet } from './field-set.ts';

const field = (fieldId: number, fieldName: string): Field => ({
  fieldId,
  fieldName,
  name: fieldName,
  formType: 'text',
  fieldType: 1,
  required: false,
  unique: false,
  options: [],
  maxLength: null,
  defaultValue: '',
  inputTips: '',
  operating: 0,
  sorting: fieldId,
  companionOf: null,
  hidden: false,
  readOnly: false,
});

it('hides fields wherever a set is requested for them, and leaves the set itself unchanged', () => {
  const all = [field(1, 'name'), field(2, 'mobile')];
  const fields: FieldSet = {
    all,
    shown: all,
    displayed: all,
    byName: new Map(all.map((one) => [one.fieldName, one])),
    byId: new Map(all.map((one) => [one.fieldId, one])),
    together: new Map(),
    isRestricted: true,
    isReader: true,
  };
  const hidden = hiding(fields, new Set(['mobile']));
  expect(hidden.shown.map(({ fieldName }) => fieldName)).toEqual(['name']);
  expect([hidden.all[1], hidden.byName.get('mobile'), hidden.byId.get(2)].map((one) => one?.hidden)).toEqual([
    true,
    true,
    true,
  ]);
  expect([hidden.byId.get(1)?.hidden, hidden.isRestricted, all[1]?.hidden]).toEqual([false, true, false]);
});
