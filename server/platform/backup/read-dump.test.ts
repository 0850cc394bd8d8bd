import { describe, expect, it } from 'vitest';
import { copiesOf } from './read-dump.ts';

const script = `--
-- PostgreSQL database dump
--
SET statement_timeout = 0;
drop table "order";
COPY public.line (id, amount) FROM stdin;
1\t0.50
2\t\\N
\\.


COPY public.empty (a) FROM stdin;
\\.

COPY public.schema_migration (version, name) FROM stdin;
1\tall
\\.
COPY public."order" (id, "user", name) FROM stdin;
1\t1\t\\\\.
2\t1\tCOPY public.line (id) FROM stdin;
\\\\.\t1\tbackslashes
\\.
SELECT pg_catalog.setval('public.line_id_seq', 2, true);
`;
const read = [
  { name: 'line', columns: ['id', 'amount'], rows: '1\t0.50\n2\t\\N\n' },
  { name: 'empty', columns: ['a'], rows: '' },
  {
    name: 'order',
    columns: ['id', 'user', 'name'],
    rows: '1\t1\t\\\\.\n2\t1\tCOPY public.line (id) FROM stdin;\n\\\\.\t1\tbackslashes\n',
  },
];

async function* inBlocks(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function all(text: string, size = 7): Promise<{ name: string; columns: readonly string[]; rows: string }[]> {
  const found = [];
  for await (const { name, columns, rows } of copiesOf(inBlocks(text, size))) {
    const blocks: Buffer[] = [];
    for await (const block of rows) blocks.push(block);
    found.push({ name, columns, rows: Buffer.concat(blocks).toString() });
  }
  return found;
}

describe('reading rows from an archive', () => {
  it.each([1, 2, 3, 5, 16, 64, 10_000])('gives the same rows in blocks of %i bytes', async (size) => {
    expect(await all(script, size)).toEqual(read);
  });

  it('accepts Windows line ends', async () => {
    const found = await all(script.replaceAll('\n', '\r\n'));
    expect(found.map(({ name }) => name)).toEqual(['line', 'empty', 'order']);
    expect(found[0]?.rows).toBe('1\t0.50\r\n2\t\\N\r\n');
  });

  it('skips tables that nobody reads', async () => {
    const names: string[] = [];
    for await (const { name } of copiesOf(inBlocks(script, 9))) names.push(name);
    expect(names).toEqual(['line', 'empty', 'order']);
  });

  it.each([
    ['of another schema', 'COPY pg_catalog.pg_authid (rolname) FROM stdin;\nx\n\\.\n'],
    ['of a name that is none', 'COPY public."a; drop table b" (id) FROM stdin;\n1\n\\.\n'],
    ['of a column that is none', 'COPY public.a (id, "b) from stdin; --") FROM stdin;\n1\n\\.\n'],
    ['from a program', "COPY public.a FROM PROGRAM 'id';\n"],
    ['that do not end', 'COPY public.a (id) FROM stdin;\n1\n'],
    ['cut off in a row', 'COPY public.a (id) FROM stdin;\n1'],
    ['cut off in their end', 'COPY public.a (id) FROM stdin;\n1\n\\'],
    ['behind a line without an end', `${'x'.repeat(1_100_000)}`],
  ])('refuses an archive when %s', async (_what, text) => {
    await expect(all(text, 4096)).rejects.toThrow(/database\.dump is missing or not what it was/);
  });
});
