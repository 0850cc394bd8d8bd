import { describe, expect, it } from 'vitest';
import { asAppError } from '#server/platform/http/answer.ts';
import { openLog } from '#server/platform/log/log.ts';
import { AppError } from '#shared/wire/error-codes.ts';

const codeOf = (fault: object, message = 'fault'): string =>
  asAppError(Object.assign(new Error(message), fault), openLog('silent'), 'request').code;

describe('errors from below a call', () => {
  it.each([
    // disks (security D8, D10)
    [{ code: '53100' }, 'http.disk_full'],
    [{ code: 'ENOSPC', syscall: 'write' }, 'http.disk_full'],
    [{ code: 'EDQUOT', syscall: 'write' }, 'http.disk_full'],
    [{ code: 'EROFS', syscall: 'open' }, 'http.unavailable'],
    [{ code: 'EIO', syscall: 'fsync' }, 'http.unavailable'],
    [{ code: 'ESTALE', syscall: 'open' }, 'http.unavailable'],
    // databases (security D9, D11)
    [{ code: 'ENOENT', syscall: 'connect' }, 'http.unavailable'],
    [{ code: 'ECONNREFUSED', syscall: 'connect' }, 'http.unavailable'],
    [{ code: '57P01' }, 'http.unavailable'],
    [{ code: '57P03' }, 'http.unavailable'],
    [{ code: '53200' }, 'http.unavailable'],
    [{ code: '57014' }, 'http.unavailable'],
    [{ code: '55P03' }, 'http.unavailable'],
    // values
    [{ code: '22003' }, 'input.invalid'],
    // errors that are no outage
    [{ code: 'ENOENT', syscall: 'open' }, 'server.failed'],
    [{ code: '42P01' }, 'server.failed'],
    [{}, 'server.failed'],
  ])('%j means %s', (fault, code) => {
    expect(codeOf(fault)).toBe(code);
  });

  it.each([
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
  ])('the driver\'s "%s" means that the database is unavailable (security D11)', (message) => {
    expect(codeOf({}, message)).toBe('http.unavailable');
  });

  it('an AppError is passed on unchanged', () => {
    const own = new AppError('record.conflict');
    expect(asAppError(own, openLog('silent'), 'request')).toBe(own);
  });
});
