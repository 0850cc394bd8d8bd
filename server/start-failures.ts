import { accessSync, constants, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError, type StartFailure } from '#server/platform/config.ts';
import { errorCode } from '#server/platform/database/embedded/connection.ts';

interface Failure {
  /** Exit code of the process; documented in README.md. */
  readonly code: number;
  /** In Chinese, in front of the English sentence; `{}` is what the failure is about. */
  readonly chinese: string;
}

/** Every kind of failure of a start. */
export const startFailures: Readonly<Record<StartFailure, Failure>> = {
  other: { code: 1, chinese: '简业无法启动' },
  setting: { code: 2, chinese: '环境变量 {} 的值有误' },
  listen: { code: 3, chinese: '无法在 {} 上监听：请停止占用它的程序，或改用别的 HOST、PORT' },
  folder: { code: 4, chinese: '数据目录 {} 不可用：请检查其权限和磁盘' },
  inUse: { code: 5, chinese: '数据目录 {} 正被另一个运行中的简业使用：请停止那一个，或把 DATA_DIR 设为别的目录' },
  database: { code: 6, chinese: '无法使用数据库 {}：请检查 DATABASE_URL 以及数据库是否在运行' },
  unsafe: { code: 7, chinese: '数据库的设置可能丢失数据' },
};

/** What ended a start: one line in both languages, and the exit code. */
export function describeFailure(reason: unknown): { readonly line: string; readonly code: number } {
  const { kind, about, message } = reason instanceof StartError ? reason : new StartError(messageOf(reason));
  const { code, chinese } = startFailures[kind];
  const english = kind === 'other' && !(reason instanceof StartError) ? `Jianye cannot start: ${message}` : message;
  return { line: `${chinese.replace('{}', about)} · ${english}`.replace(/\s+/g, ' ').trim(), code };
}

const messageOf = (reason: unknown): string => {
  const text = reason instanceof Error ? reason.message || reason.name : String(reason);
  // where several addresses of one host were tried, the reasons lie within
  const inner: unknown = reason instanceof AggregateError ? reason.errors[0] : undefined;
  return inner instanceof Error ? inner.message : text;
};

const listenReasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program is using it',
  EACCES: 'this account may not open it',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'there is no such host',
};

/** Names the place that could not be opened. */
export function listenFailure(error: unknown, host: string, port: number): StartError {
  const place = `${host}:${port}`;
  const why = listenReasons[errorCode(error) ?? ''] ?? messageOf(error);
  return new StartError(`Cannot listen on ${place}: ${why}. Stop what uses it, or set HOST and PORT.`, {
    kind: 'listen',
    about: place,
    cause: error,
  });
}

/** Names a database of the operator's own by its place alone, never with the password. */
export function databaseFailure(error: unknown, url: string): unknown {
  if (error instanceof StartError) return error;
  const { host, pathname } = new URL(url);
  const place = `${host}${pathname}`;
  const inner = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return new StartError(`The database ${place} cannot be used: ${messageOf(error)}${inner}`, {
    kind: 'database',
    about: place,
    cause: error,
  });
}

/** @throws StartError unless files can be written to DATA_DIR, which is made when it is missing */
export function requireFolder(dataDir: string): void {
  const probe = join(dataDir, `.writable-${process.pid}`);
  try {
    mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    // a full disk is no reason not to start: people can read (security D8)
    if (errorCode(error) === 'ENOSPC' || errorCode(error) === 'EDQUOT') return rmSync(probe, { force: true });
    throw new StartError(`DATA_DIR ${dataDir} cannot be used: ${messageOf(error)}`, {
      kind: 'folder',
      about: dataDir,
      cause: error,
    });
  }
}
