import { expect, it } from 'vitest';
import { phoneNumbers } from '#web/modules/crm/to-do/run/phone-numbers.ts';

it.each([
  [{ mobile: '13912345678', areaCode: '', telephone: '' }, ['13912345678 → 13912345678']],
  [
    { mobile: '13912345678', areaCode: '86', telephone: '010-8888 6666' },
    ['13912345678 → 13912345678', '010-8888 6666 → 01088886666'],
  ],
  [{ mobile: '0123456789', areaCode: '60', telephone: '' }, ['+60 0123456789 → +60123456789']],
  [{ mobile: '', areaCode: '60', telephone: '+1 (212) 555' }, ['+1 (212) 555 → +1212555']],
  [{ mobile: '', areaCode: '', telephone: '' }, []],
])('%o is called at %o', (record, expected) => {
  expect(phoneNumbers(record).map(({ shown, dialled }) => `${shown} → ${dialled}`)).toEqual(expected);
});
