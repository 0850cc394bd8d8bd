import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeProgram } from './awkward-database.ts';
import { connectionEnvironment, findDump, findProgram, outcomeOf, startProgram } from './postgres-program.ts';

const url = 'postgresql://owner:secret@db.example:5433/jianye';

/** A search path with only these programs. */
function onPath(programs: Readonly<Record<string, string>>): void {
  const folder = mkdtempSync(join(tmpdir(), 'jianye-programs-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, script] of Object.entries(programs)) fakeProgram(folder, name, script);
  vi.stubEnv('PATH', folder);
}

afterEach(() => void vi.unstubAllEnvs());

const says = (version: string) => `echo '${version}'`;

describe('a program of PostgreSQL', () => {
  it.each([
    ['pg_dump (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)', 15],
    ['pg_dump (PostgreSQL) 18beta1', 18],
    ['pg_dump (EnterpriseDB) 9', null],
    ['', null],
  ])('reports its version: %s', async (version, major) => {
    onPath({ pg_dump: says(version) });
    expect((await findProgram('pg_dump'))?.major ?? null).toBe(major);
  });

  it('is null where there is none, or where it does not run', async () => {
    onPath({});
    expect(await findProgram('pg_restore')).toBeNull();
    onPath({ pg_restore: `${says('pg_restore (PostgreSQL) 17.1')}; exit 3` });
    expect(await findProgram('pg_restore')).toBeNull();
  });

  it('gets no database settings from the environment except those given', async () => {
    onPath({ pg_dump: 'echo "$PGDATABASE/$PGUSER/$PGPASSFILE/$LC_ALL/$*"' });
    vi.stubEnv('PGDATABASE', 'other');
    vi.stubEnv('PGPASSFILE', '/passwords');
    const { output } = await outcomeOf(startProgram('pg_dump', ['a b', ';c'], { PGUSER: 'owner' }));
    expect(output).toBe('/owner//passwords/C/a b ;c\n');
  });
});

describe('the program that reads a database', () => {
  const cases: [string, Readonly<Record<string, string>>, number, string, number | RegExp][] = [
    ['of the same version', { pg_dump: says('pg_dump (PostgreSQL) 17.5') }, 17, url, 17],
    ['of a later version', { pg_dump: says('pg_dump (PostgreSQL) 18.0') }, 15, url, 18],
    ['of an earlier version', { pg_dump: says('pg_dump (PostgreSQL) 15.9') }, 16, url, /15 is older .* PostgreSQL 16/],
    ['that is not there', {}, 15, url, /no pg_dump/],
    [
      'that cannot check the certificate',
      { pg_dump: says('pg_dump (PostgreSQL) 15.9') },
      15,
      `${url}?sslmode=verify-full`,
      /certificate/,
    ],
    ['that can', { pg_dump: says('pg_dump (PostgreSQL) 16.0') }, 15, `${url}?sslmode=verify-full`, 16],
  ];
  it.each(cases)('is %s or none', async (_what, programs, server, address, expected) => {
    onPath(programs);
    const found = await findDump(address, server);
    if (typeof expected === 'number') expect(found).toEqual({ name: 'pg_dump', major: expected });
    else expect('reason' in found && found.reason).toMatch(expected);
  });
});

describe('a connection address translated for the programs', () => {
  const of = (address: string) => connectionEnvironment(address);

  it('is what our own connections use', () => {
    expect(of(url)).toEqual({
      PGHOST: 'db.example',
      PGPORT: '5433',
      PGUSER: 'owner',
      PGPASSWORD: 'secret',
      PGDATABASE: 'jianye',
      PGSSLMODE: 'disable',
    });
  });

  it.each([
    [
      'postgresql://o:p%40%2F%3A%20%25@[::1]/%E7%AE%80',
      { PGHOST: '::1', PGPORT: '5432', PGPASSWORD: 'p@/: %', PGDATABASE: '简' },
    ],
    ['postgresql://o:p@localhost:6000/j?host=%2Fvar%2Frun%2Fpg', { PGHOST: '/var/run/pg', PGPORT: '6000' }],
    [`${url}?sslmode=disable`, { PGSSLMODE: 'disable' }],
    [`${url}?sslmode=no-verify`, { PGSSLMODE: 'require' }],
    [`${url}?ssl=true`, { PGSSLMODE: 'verify-full', PGSSLROOTCERT: 'system' }],
    [`${url}?uselibpqcompat=true&sslmode=require`, { PGSSLMODE: 'require' }],
  ])('keeps what %s states', (address, expected) => {
    expect(of(address)).toMatchObject(expected);
  });
});
