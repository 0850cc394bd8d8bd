import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from './connection.ts';

/** What a server wrote about itself into its data folder. The server may be gone: see `isAlive`. */
export interface Postmaster {
  pid: number;
  endpoint: Endpoint;
}

/** Null when no server ever started there, it ended properly, or has not yet written where it listens. */
export function readPostmaster(cluster: string): Postmaster | null {
  const lines = readLines(join(cluster, 'postmaster.pid'));
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  const host = lines[4] || lines[5];
  if (!Number.isInteger(pid) || pid <= 0 || !Number.isInteger(port) || !host) return null;
  return { pid, endpoint: { host, port } };
}

/**
 * True when this process is the server of this cluster. A process id alone proves little: after a crash or in another
 * container it may belong to another program.
 */
export function isAlive(pid: number, cluster: string): boolean {
  if (!processExists(pid)) return false;
  const commandLine = readCommandLine(pid);
  return commandLine === null || commandLine.includes(cluster);
}

/**
 * PostgreSQL removes the pid file of a server that is gone, except when its process id now belongs to another program:
 * then it refuses to start. Only such a file is moved away. Returns true when it was.
 */
export function setAsideForeignPidFile(cluster: string): boolean {
  const file = join(cluster, 'postmaster.pid');
  const pid = Number(readLines(file)[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !processExists(pid) || isAlive(pid, cluster)) return false;
  renameSync(file, `${file}.stale`);
  return true;
}

/** The last fatal message in the server's logs since `since` (milliseconds), for the operator. */
export function lastFatalLine(logs: string, since: number): string | undefined {
  const files = readdirSync(logs)
    .map((name) => join(logs, name))
    .filter((file) => statSync(file).mtimeMs >= since - 1_000);
  const fatal = files.flatMap((file) => readLines(file).filter((line) => /\b(FATAL|PANIC):/.test(line)));
  return fatal
    .at(-1)
    ?.replace(/^.*?\b(FATAL|PANIC):\s*/, '')
    .slice(0, 300);
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Null where it cannot be determined; empty for a process that has ended but is still listed. */
function readCommandLine(pid: number): string | null {
  if (process.platform === 'linux') return readLines(`/proc/${pid}/cmdline`).join('\n').replaceAll('\0', ' ');
  if (process.platform === 'win32') return null;
  const asked = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  return asked.status === 0 ? asked.stdout : null;
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
}
