import { expect, it } from 'vitest';
import { colourOf, shortNameOf } from '#web/ui/avatar.tsx';

it.each([
  ['王芳', '王芳'],
  ['欧阳小明', '小明'],
  ['芳', '芳'],
  ['admin', 'AD'],
  ['Li', 'LI'],
  ['Élodie Martin', 'ÉM'],
  ['李Amy', 'my'],
  ['张𠮷', '张𠮷'],
  ['李小𠮷', '小𠮷'],
  ['', ''],
])('%s is shown as %s', (name, short) => {
  expect(shortNameOf(name)).toBe(short);
});

it('always gives a name the same colour', () => {
  expect(colourOf('王芳')).toBe(colourOf('王芳'));
  expect(new Set(['王芳', '李雷', '韩梅梅', '张伟'].map(colourOf)).size).toBeGreaterThan(1);
});
