import { describe, expect, it } from 'vitest';
import { AppError, type ErrorCode } from '#shared/wire/error-codes.ts';
import { requireGoodPassword } from './password-rules.ts';

function verdict(password: string, context: readonly string[] = [], min = 8): ErrorCode | 'good' {
  try {
    requireGoodPassword(password, context, { min });
    return 'good';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

describe('rules for passwords (N1)', () => {
  it.each(['', 'kw7 qpz', '一二三四五六七', 'x'.repeat(129), '龘'.repeat(129), `${'kx9w'.repeat(32)}z`])(
    'refuses the length of %j',
    (password) => expect(verdict(password)).toBe('password.length'),
  );

  it('counts the length that the company asks for, in characters', () => {
    expect(verdict('kw7 qpz9 bn', [], 12)).toBe('password.length');
    expect(verdict('kw7 qpz9 bnv', [], 12)).toBe('good');
    expect(verdict('龘齉爩鱻麤龗灪吁癵籱饢', [], 12)).toBe('password.length');
  });

  it.each([
    'kw7 qpz9',
    '        a1b2 c',
    '龘齉爩鱻麤龗灪吁',
    '😀🐎🔋📎😀🌊🍵🧭',
    'kwzpqmxv',
    '73910462858',
    'correct horse battery staple',
    `${'kx9w qz7m '.repeat(12)}endings!`,
  ])('accepts %j: any characters, no composition rule', (password) => expect(verdict(password)).toBe('good'));

  it.each([
    '123456789',
    '12345678',
    '87654321',
    '5201314520',
    '52013140',
    'woaini1314',
    'woaini520',
    'WoAiNi1314',
    'password',
    'Password1',
    'P@ssw0rd',
    'password2026!',
    '2026password',
    'qwertyuiop',
    'qwer1234',
    '1qaz2wsx',
    '1QAZ2WSX',
    '!QAZ@WSX',
    'asdfghjkl',
    'zxcvbnm123',
    'abc123456',
    'a123456789',
    'aaaaaaaa',
    'abababab',
    '11223344',
    '11112222',
    '88888888',
    '12341234',
    'abcabcabc',
    '147258369',
    '789456123',
    '19900101',
    '20261121',
    'zw19851224',
    'iloveyou',
    'admin888',
    'admin@123',
    'welcome1',
    'qazwsxedc',
    '１２３４５６７８',
    '1q2w3e4r5t',
    'qweasdzxc',
    '00000000',
    'q1w2e3r4',
    'abcdefgh',
    'letmein!!',
  ])('refuses the common %j', (password) => expect(verdict(password)).toBe('password.common'));

  const person = ['13912345678', '张伟', '云帆科技', 'Jianye'];
  it.each([
    '13912345678',
    '13912345678a',
    'a13912345678',
    'zhangwei',
    'zhangwei1',
    'ZhangWei888',
    'weizhang99',
    '张伟张伟张伟张伟',
    '张伟202611',
    'zw123456',
    'zw138001',
    '123456zw',
    'yunfankeji',
    'yunfankeji1',
    '云帆科技2026',
    'jianye2026',
    'Jianye!1',
  ])('refuses %j, which is based on the person or the company', (password) => {
    expect(verdict(password, person)).toBe('password.common');
  });

  it.each(['zhangwei likes tea', 'my 云帆科技 locker', 'azwkq79xm', '13912345678 ox rain'])(
    'accepts %j although it contains their name',
    (password) => {
      expect(verdict(password, person)).toBe('good');
    },
  );
});
