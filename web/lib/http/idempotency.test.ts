import { expect, it } from 'vitest';
import { z } from 'zod';
import { releaseKey, takeKey } from '#web/lib/http/idempotency.ts';
import { endpoint } from '#shared/wire/endpoint.ts';

const upload = endpoint({
  path: 'Test/uploadExcel',
  access: 'login',
  effect: 'manual',
  idempotent: { unless: null },
  upload: { kind: 'sheet', maxBytes: 1000, required: true },
  input: z.object({}),
  output: z.int(),
});
const sheet = (name: string, content: string, lastModified = 1) => new File([content], name, { lastModified });

it('reuses the key of a file that was not answered, and gives another file a new one', () => {
  const key = takeKey(upload, {}, sheet('a.xlsx', 'one'));
  expect(key).toMatch(/^[0-9a-f]{32}$/);
  expect(takeKey(upload, {}, sheet('a.xlsx', 'one'))).toBe(key);
  for (const other of [sheet('b.xlsx', 'one'), sheet('a.xlsx', 'two!'), sheet('a.xlsx', 'one', 2)])
    expect(takeKey(upload, {}, other)).not.toBe(key);
  releaseKey(upload, {}, sheet('a.xlsx', 'one'));
  expect(takeKey(upload, {}, sheet('a.xlsx', 'one'))).not.toBe(key);
});
