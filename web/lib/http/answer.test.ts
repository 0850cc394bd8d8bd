import { expect, it } from 'vitest';
import { fileNameOf, readFile } from '#web/lib/http/answer.ts';

it.each([
  ['attachment;filename=customer.xlsx', 'customer.xlsx'],
  ['attachment; filename="a; b.xlsx"', 'a; b.xlsx'],
  ['attachment; filename="x.xlsx"; filename*=UTF-8\'\'%E5%AE%A2%E6%88%B7.xlsx', '客户.xlsx'],
  ["attachment; filename=x.xlsx; filename*=UTF-8''%E5%AE", 'x.xlsx'],
  ['attachment', 'download'],
])('%s is saved as %s', (disposition, name) => {
  expect(fileNameOf(disposition)).toBe(name);
});

it('distinguishes a refusal from a file', async () => {
  const file = new Response('PK', {
    headers: { 'content-disposition': 'attachment;filename=a.xlsx', 'content-type': 'application/octet-stream' },
  });
  expect(await readFile(file)).toMatchObject({ name: 'a.xlsx' });
  const refusal = new Response('{"code":429,"msg":"导出过于频繁，请稍后再试"}', {
    status: 429,
    headers: { 'content-type': 'application/json' },
  });
  await expect(readFile(refusal)).rejects.toMatchObject({ code: 429, msg: '导出过于频繁，请稍后再试' });
});
