import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { startServer } from '../server.ts';
import { fillCompany } from './company.ts';
import { compare, small } from './likeness.ts';
import type { Picture } from './scene.ts';
import { pictures } from './scenes.ts';
import { Visitor } from './visitor.ts';

// npm run looks: compares every screen with its picture. npm run looks -- --update: takes the pictures anew.
// npm run looks -- <name>: those whose name begins with it, such as `record` or `staff.loading`.

const isUpdate = process.argv.includes('--update');
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const folder = fileURLToPath(new URL('pictures/', import.meta.url));
/** Not kept: what differs, and how. */
const found = fileURLToPath(new URL('../../test-results/looks/', import.meta.url));
const atOnce = 3;

const chosen = pictures.filter(
  ({ name }) => wanted.length === 0 || wanted.some((word) => name === word || name.startsWith(`${word}.`)),
);
if (chosen.length === 0) throw new Error(`no picture is called ${wanted.join(' or ')}`);

/** What is wrong with a picture; null when nothing is. */
async function check(visitor: Visitor, { name, ...picture }: Picture): Promise<string | null> {
  const actual = await visitor.picture({ name, ...picture });
  const file = join(folder, `${name}.png`);
  const kept = existsSync(file) ? readFileSync(file) : null;
  const compared = kept && (await compare(kept, actual));
  if (compared?.difference === null) return null;
  if (isUpdate) {
    writeFileSync(file, await small(actual));
    return null;
  }
  writeFileSync(join(found, `${name}.actual.png`), actual);
  if (!compared) return `${name}: there is no picture of it`;
  writeFileSync(join(found, `${name}.difference.png`), compared.difference);
  return `${name}: ${compared.pixels} pixels differ`;
}

/** Pictures that no scene takes any more. */
function leftOver(): string[] {
  const names = new Set(pictures.map(({ name }) => `${name}.png`));
  return readdirSync(folder).filter((file) => !names.has(file));
}

rmSync(found, { recursive: true, force: true });
for (const one of [folder, found]) mkdirSync(one, { recursive: true });
const data = mkdtempSync(join(tmpdir(), 'jianye-looks-'));
const server = await startServer(data, 'e2e/looks/server.ts');
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run', '--disable-lcd-text'],
});
const problems: string[] = [];
try {
  const visitor = new Visitor(browser, server.url, await fillCompany(server.url));
  const waiting = [...chosen];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { name } = next;
      // a page may be slow on a busy machine
      const again = () => check(visitor, next);
      const problem = await again()
        .catch(again)
        .catch((error: unknown) => `${name}: ${String(error).split('\n')[0]}`);
      if (problem !== null) problems.push(problem);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  for (const file of leftOver()) {
    if (isUpdate) rmSync(join(folder, file));
    else problems.push(`${file}: no scene takes this picture`);
  }
} finally {
  await browser.close();
  await server.end();
  rmSync(data, { recursive: true, force: true });
}
for (const problem of problems.toSorted()) console.log(problem);
if (problems.length > 0 && !isUpdate) console.log(`What was seen, and where it differs: ${found}`);
console.log(`looks: ${chosen.length - problems.length} alike, ${problems.length} not`);
process.exitCode = problems.length > 0 ? 1 : 0;
