import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { heldToAllowance } from './allowance.ts';

const list = 'scripts/check/allowances/long-words.json';

/** A project with these files and an allowance, compared with the findings. */
function held({ files = ['a.ts', 'b.ts'], allowed = {}, found = {}, update = false }: Given) {
  const root = mkdtempSync(join(tmpdir(), 'jianye-allowance-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const path of files) write(root, path, '');
  write(root, list, JSON.stringify(allowed));
  const counts = new Map(
    Object.entries(found).map(([path, count]) => [path, { count, lines: Array(count).fill(`${path}:1 is long`) }]),
  );
  const { problems, note } = heldToAllowance(root, 'long words', counts, update);
  const left = existsSync(join(root, list)) ? (JSON.parse(readFileSync(join(root, list), 'utf8')) as unknown) : null;
  return { problems, note, left };
}
interface Given {
  readonly files?: readonly string[];
  readonly allowed?: Readonly<Record<string, number>>;
  readonly found?: Readonly<Record<string, number>>;
  readonly update?: boolean;
}

function write(root: string, path: string, text: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
}

it('passes with exactly what it allows', () => {
  const { problems, note } = held({ allowed: { 'a.ts': 2, 'b.ts': 1 }, found: { 'a.ts': 2, 'b.ts': 1 } });
  expect(problems).toEqual([]);
  expect(note).toBe('3 allowed in 2 places');
});

it('names every place of a file with more, and the allowed number', () => {
  expect(held({ allowed: { 'a.ts': 1 }, found: { 'a.ts': 2 } }).problems).toEqual([
    'a.ts:1 is long',
    'a.ts:1 is long',
    'a.ts has 2, 1 allowed',
  ]);
  expect(held({ found: { 'b.ts': 1 } }).problems).toEqual(['b.ts:1 is long']);
});

it('must be lowered once there is less', () => {
  const { problems } = held({ allowed: { 'a.ts': 2, 'b.ts': 1 }, found: { 'a.ts': 1 } });
  expect(problems).toEqual([expect.stringContaining('a.ts has 1, 2 allowed'), expect.stringContaining('b.ts has 0')]);
  expect(problems[0]).toContain("npm run check -- 'long words' --update");
});

it('is lowered by an update and never raised', () => {
  const allowed = { 'a.ts': 2, 'b.ts': 1 };
  const { problems, left } = held({ allowed, found: { 'a.ts': 1, 'b.ts': 2, 'c.ts': 1 }, update: true });
  expect(left).toEqual({ 'a.ts': 1, 'b.ts': 1 });
  expect(problems).toEqual(['b.ts:1 is long', 'b.ts:1 is long', 'b.ts has 2, 1 allowed', 'c.ts:1 is long']);
});

it('moves with a renamed file, and is not raised by that', () => {
  const allowed = { 'a.ts': 2, 'b.ts': 1 };
  const files = ['b.ts', 'list/a.ts', 'form/a.ts'];
  const { left } = held({ files, allowed, found: { 'list/a.ts': 3, 'form/b.ts': 1, 'b.ts': 1 }, update: true });
  expect(left).toEqual({ 'b.ts': 1, 'list/a.ts': 2 });
});

it('is removed with its last entry', () => {
  const { left, problems, note } = held({ allowed: { 'a.ts': 2 }, update: true });
  expect([left, problems, note]).toEqual([null, [], 'nothing allowed']);
});

it('accepts only whole numbers', () => {
  expect(() => held({ allowed: { 'a.ts': 0 } })).toThrow(/a\.ts/);
  expect(() => held({ allowed: { 'a.ts': 1.5 } })).toThrow(/a\.ts/);
});
