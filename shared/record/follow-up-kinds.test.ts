import { expect, it } from 'vitest';
import { kindText } from '#shared/record/follow-up-kinds.ts';
import { translate } from '#shared/i18n/translate.ts';

it('uses the language of the reader for initial kinds', () => {
  const kinds = ['打电话', '发短信', '上门拜访', '展会', 'constructor'];
  expect(kinds.map((kind) => kindText((key) => translate('en', key), kind))).toEqual([
    'Phone call',
    'Text message',
    'Visit',
    '展会',
    'constructor',
  ]);
  expect(kinds.map((kind) => kindText((key) => translate('cn', key), kind))).toEqual(kinds);
});
