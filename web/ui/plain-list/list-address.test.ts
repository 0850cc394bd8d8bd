import { describe, expect, it } from 'vitest';
import { changedAddress, listAddressOf } from '#web/ui/plain-list/list-address.ts';

const sizes = [15, 30];
const read = (query: string) => listAddressOf(new URLSearchParams(query), ['phone', 'state'], sizes);

describe('the address of a list', () => {
  it.each([
    ['', { filters: { phone: '', state: '' }, page: 1, limit: 15 }],
    ['phone=138&state=0&page=3&limit=30', { filters: { phone: '138', state: '0' }, page: 3, limit: 30 }],
    ['page=0&limit=31', { filters: { phone: '', state: '' }, page: 1, limit: 15 }],
    ['page=-1&limit=x', { filters: { phone: '', state: '' }, page: 1, limit: 15 }],
    [`phone=${'1'.repeat(60)}`, { filters: { phone: '1'.repeat(50), state: '' }, page: 1, limit: 15 }],
  ])('%s is read', (query, expected) => {
    expect(read(query)).toEqual(expected);
  });

  it.each([
    ['phone=138&page=3', { filters: { state: '1' } }, 'phone=138&state=1'],
    ['phone=138&page=3', { filters: { phone: '' } }, ''],
    ['phone=138', { page: 2 }, 'phone=138&page=2'],
    ['phone=138&page=2', { page: 1 }, 'phone=138'],
    ['page=2&other=x', { limit: 30 }, 'other=x&limit=30'],
  ])('%s with %j becomes %s', (before, change, after) => {
    expect(changedAddress(new URLSearchParams(before), change).toString()).toBe(after);
  });
});
