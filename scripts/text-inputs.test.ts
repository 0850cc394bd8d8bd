import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { textLimit } from '#shared/text/text-limit.ts';

/** Addresses of people and pages, login names and shown passwords may be longer than what else is typed into one line. */
const mayBeLonger = /type="(?:email|url)"|autoComplete="username"|spellCheck=\{false\}/;

it('no input of one line takes more characters than people may type (R9.13)', () => {
  const inputs = globSync('web/**/*.tsx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/<(?:Input|AutoComplete)(?=[\s<])[^]*?\/?>(?=\s)/g)].map(([input]) => ({
      file,
      input,
    })),
  );
  const longest = inputs.flatMap(({ file, input }) => {
    const most = Number(/maxLength=\{(\d+)\}/.exec(input)?.[1] ?? 0);
    return most > textLimit && !mayBeLonger.test(input) ? [`${file}: ${most}`] : [];
  });
  expect(longest).toEqual([]);
  expect(inputs.length).toBeGreaterThan(15);
});

it('headcounts are written with a plain hyphen', () => {
  for (const language of ['cn', 'en'])
    expect(readFileSync(`shared/i18n/${language}/enterprise.ts`, 'utf8')).toMatch(/headcount\.50_200': '50-200/);
});
