import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root, run } from './bootstrap.mjs';

// the first has no user interface of its own, which saves the browser tests a third of the processor time
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The path of a working Chromium: CHROMIUM_PATH, the machine's, else one installed now. Throws when there is none. */
export async function findOrInstallChromium(node) {
  const found = findChromium() ?? playwrightsOwn(node);
  if (found) return found;
  console.log('No Chromium on this machine: installing one ...');
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version') && (await installWithApt())) {
    const installed = findChromium();
    if (installed) return installed;
  }
  await run(node, [join(root, 'node_modules', 'playwright-core', 'cli.js'), 'install', 'chromium']);
  const own = playwrightsOwn(node);
  if (own) return own;
  throw new Error('Chromium could not be installed: install it and set CHROMIUM_PATH to it.');
}

function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (isExecutable(named)) return named;
    throw new Error(`CHROMIUM_PATH names no program: ${named}`);
  }
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter).filter(Boolean)];
  const candidates = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [...candidates, ...usualPlaces].find(isExecutable);
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function installWithApt() {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update'], { env });
  for (const browser of ['chromium-headless-shell', 'chromium'])
    if ((await run('apt-get', ['install', '-y', browser, 'fonts-noto-cjk'], { env })) === 0) return true;
  return false;
}

/** Where playwright-core stores a downloaded browser. */
function playwrightsOwn(node) {
  const code = "process.stdout.write((await import('playwright-core')).chromium.executablePath())";
  const { status, stdout } = spawnSync(node, ['--input-type=module', '--eval', code], { cwd: root, encoding: 'utf8' });
  return status === 0 && isExecutable(stdout) ? stdout : undefined;
}
