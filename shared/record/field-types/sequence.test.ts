import { expect, it } from 'vitest';
import { heldType, typeOnWire } from '#shared/record/field.ts';

it('is text for older clients, and identified by a key of its own in forms', () => {
  expect(typeOnWire('sequence')).toEqual({ type: 1, formType: 'text' });
  expect(heldType({ formType: 'text', type: 1 })).toBe('text');
  expect(heldType({ formType: 'text', type: 1, sequence: {} })).toBe('sequence');
  expect(heldType({ formType: 'sequence' })).toBe('sequence');
});
