import { describe, expect, it } from 'vitest';
import { areaCodes, isPhoneOf } from '#shared/record/phone.ts';

/** Numbers of each area: valid ones, then invalid ones. */
const numbers: Readonly<Record<string, readonly [right: readonly string[], wrong: readonly string[]]>> = {
  '86': [
    ['13812345678', '19912345678'],
    ['12812345678', '1381234567', '138123456789'],
  ],
  '60': [
    ['123456789', '0123456789', '1112345678'],
    ['223456789', '1234567'],
  ],
  '66': [
    ['812345678', '0812345678', '612345678'],
    ['712345678', '81234567'],
  ],
  '34': [
    ['612345678', '712345678'],
    ['812345678', '61234567'],
  ],
  '886': [
    ['912345678', '0912345678'],
    ['812345678', '91234567'],
  ],
  '65': [
    ['81234567', '91234567'],
    ['61234567', '9123456'],
  ],
  '62': [
    ['812345678', '081234567890', '81234567890'],
    ['712345678', '8123456'],
  ],
  '33': [
    ['612345678', '0712345678'],
    ['812345678', '61234567'],
  ],
  '49': [
    ['15112345678', '016012345678', '1701234567'],
    ['14112345678', '151123456'],
  ],
  '63': [
    ['9123456789', '09123456789'],
    ['8123456789', '912345678'],
  ],
  '61': [
    ['412345678', '0412345678'],
    ['512345678', '41234567'],
  ],
  '81': [
    ['9012345678', '08012345678', '7012345678'],
    ['6012345678', '901234567'],
  ],
  '1': [
    ['2125551234', '9175551234'],
    ['1125551234', '212555123'],
  ],
};

describe('phone numbers (R10.1, R10.3)', () => {
  it('are supported for thirteen areas, China first', () => {
    expect(areaCodes).toHaveLength(13);
    expect(areaCodes[0]).toBe('86');
    expect(areaCodes.toSorted()).toEqual(Object.keys(numbers).toSorted());
  });

  it.each(Object.entries(numbers))('of area %s are validated', (area, [right, wrong]) => {
    expect(right.filter((number) => !isPhoneOf(area, number))).toEqual([]);
    expect(wrong.filter((number) => isPhoneOf(area, number))).toEqual([]);
  });

  it.each(['7', '852', '', '086', '+86', 'constructor'])('are never right in the area “%s”', (area) => {
    const every = Object.values(numbers).flatMap(([right]) => right);
    expect(every.filter((number) => isPhoneOf(area, number))).toEqual([]);
  });
});
