import { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPattern, type DataFolder, type Pattern } from '#server/testing/data-folder.ts';
import { freePort, startProduct, type ProductProcess } from '#server/testing/process.ts';

let pattern: Pattern;
let folder: DataFolder;
let product: ProductProcess;
let port: number;
beforeAll(async () => {
  pattern = await openPattern();
  folder = pattern.copy();
  port = await freePort();
  product = await startProduct({ dataDir: folder.dataDir, port });
});
afterAll(async () => {
  await product.end('SIGTERM');
  await folder.remove();
});

/** Ports that any process on this machine listens on, by the number of their socket. */
function listening(): Map<string, number> {
  const ports = new Map<string, number>();
  for (const file of ['/proc/net/tcp', '/proc/net/tcp6'].filter((path) => existsSync(path))) {
    for (const line of readFileSync(file, 'utf8').split('\n').slice(1)) {
      const cells = line
        .trim()
        .split(' ')
        .filter((cell) => cell !== '');
      if (cells[3] === '0A') ports.set(cells[9] ?? '', Number.parseInt(cells[1]?.split(':')[1] ?? '', 16));
    }
  }
  return ports;
}

/** Processes whose command line names the data folder, and the server itself. */
const own = (): string[] =>
  readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8') + readFileSync(`/proc/${name}/environ`, 'utf8');
      return command.includes(folder.dataDir);
    } catch {
      return false;
    }
  });

const socketsOf = (pid: string): string[] => {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      const target = readlinkSync(`/proc/${pid}/fd/${fd}`);
      return target.startsWith('socket:[') ? [target.slice(8, -1)] : [];
    });
  } catch {
    return [];
  }
};

it.skipIf(process.platform !== 'linux')('opens one port and keeps its secrets to itself (security O1)', () => {
  const ports = listening();
  const processes = own();
  expect(processes.length).toBeGreaterThan(0);
  const open = new Set(processes.flatMap(socketsOf).flatMap((socket) => ports.get(socket) ?? []));
  expect([...open]).toEqual([port]);
  const secrets = join(folder.dataDir, 'database', 'secrets.json');
  expect(statSync(secrets).mode & 0o077).toBe(0);
});
