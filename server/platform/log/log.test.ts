import { expect, it } from 'vitest';
import { openLog } from './log.ts';

function logged(entry: Record<string, unknown>, message = 'x'): string[] {
  const lines: string[] = [];
  openLog('info', { write: (line) => void lines.push(line) }).info(entry, message);
  return lines;
}

it('removes passwords, tokens, cookies and one-time codes at every logged depth (security O6)', () => {
  const secrets = { password: 's1', token: 's2', code: 's3', cookie: 's4', refreshToken: 's5', currentPassword: 's6' };
  const [line = ''] = logged({ ...secrets, request: { ...secrets, headers: { ...secrets, authorization: 's7' } } });
  expect(line).not.toMatch(/s\d/);
  expect(line).toContain('[removed]');
});

it('keeps the code of an error and of its causes, and drops what people wrote (security O6)', () => {
  const cause = Object.assign(new Error('duplicate key value violates unique constraint "customer_name"'), {
    code: '23505',
    constraint: 'customer_name',
    detail: 'Key (mobile)=(13812345678) already exists.',
    query: 'insert …',
  });
  const err = Object.assign(new Error('invalid input syntax for type integer: "geheim"', { cause }), { code: '22P02' });
  const [line = ''] = logged({ err });
  const { err: kept } = JSON.parse(line) as { err: Record<string, unknown> };
  expect(kept).toMatchObject({
    errorCode: '22P02',
    message: 'invalid input syntax for type integer: "…"',
    cause: { errorCode: '23505', constraint: 'customer_name' },
  });
  expect(kept['stack']).toMatch(/^at /);
  expect(line).not.toMatch(/geheim|13812345678|insert/);
  const [plain = ''] = logged({ err: new Error(`value "13812345678" of ${'a'.repeat(43)}`) });
  expect(plain).not.toMatch(/13812345678|a{43}/);
  expect(plain).toContain('138***78');
});

it('writes one line whatever it contains (security O6)', () => {
  const lines = logged({ name: 'a\r\n{"level":60}\u2028b' }, 'c\nd');
  expect(lines).toHaveLength(1);
  expect(lines[0]?.trimEnd()).not.toContain('\n');
  expect(lines[0]).toMatch(/"time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/);
});
