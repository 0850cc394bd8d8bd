import { expect, it } from 'vitest';
import { mobileNumber, phoneNumbers } from '#web/record/cells/phone-numbers.ts';

it.each([
  [{ mobile: '13912345678', areaCode: '', telephone: '' }, ['13912345678 → tel:13912345678']],
  [
    { mobile: '13912345678', areaCode: '86', telephone: '010-8888 6666' },
    ['13912345678 → tel:13912345678', '010-8888 6666 → tel:01088886666'],
  ],
  [{ mobile: '0123456789', areaCode: '60', telephone: '' }, ['+60 0123456789 → tel:+60123456789']],
  [{ mobile: '', areaCode: '60', telephone: '+1 (212) 555' }, ['+1 (212) 555 → tel:+1212555']],
  [{ mobile: '', areaCode: '', telephone: '+39 06 1234567' }, ['+39 06 1234567 → tel:+39061234567']],
  [{ mobile: '', areaCode: '', telephone: '' }, []],
])('%o dials %o', (record, expected) => {
  expect(phoneNumbers(record).map(({ shown, href }) => `${shown} → ${href}`)).toEqual(expected);
});

it('a mobile is never another number', () => {
  expect(mobileNumber({ mobile: '', areaCode: '', telephone: '010-8888' })).toBeUndefined();
  expect(mobileNumber({ mobile: '91234567', areaCode: '65', telephone: '010-8888' })?.href).toBe('tel:+6591234567');
});
