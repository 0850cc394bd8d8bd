// Shared by start.mjs and test.mjs: builds dist/web when its sources changed.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeFlags, root, run } from './bootstrap.mjs';

const stampFile = join(root, 'dist', 'web', '.stamp');

/** Runs `vite build` unless dist/web was built from the same sources. Throws when the build fails. */
export async function buildWebIfStale(node) {
  const stamp = sourceHash();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  console.log('Building the web bundle ...');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  // Vite's own root is web/, where it finds its vite.config.ts.
  const code = await run(node, [...nodeFlags, vite, 'build', 'web', '--logLevel', 'warn']);
  if (code !== 0) throw new Error(`The web build failed with exit code ${code}.`);
  if (!existsSync(join(root, 'dist', 'web', 'index.html')))
    throw new Error('The web build left no dist/web/index.html.');
  writeFileSync(stampFile, stamp);
}

function sourceHash() {
  const hash = createHash('sha256');
  const files = [
    'package-lock.json',
    'package.json',
    'tsconfig.base.json',
    ...sourcesBelow('web'),
    ...sourcesBelow('shared'),
  ];
  for (const file of files) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\n${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

function sourcesBelow(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .sort();
}
