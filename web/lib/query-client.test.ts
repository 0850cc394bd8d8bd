import { expect, it } from 'vitest';
import { CallError } from '#web/lib/http/call-error.ts';
import { queryClient } from '#web/lib/query-client.ts';

it('retries a read twice, two seconds apart, when the server was not reached, and never after a timeout; a change never (R25.3)', () => {
  const { queries, mutations } = queryClient.getDefaultOptions();
  const retry = queries?.retry as (failures: number, error: Error) => boolean;
  for (const error of [new CallError('network', ''), new CallError('answer', '', { status: 503 })])
    expect([0, 1, 2].map((failures) => retry(failures, error))).toEqual([true, true, false]);
  for (const error of [
    new CallError('timeout', ''),
    new CallError('answer', '', { code: 422 }),
    new CallError('aborted', ''),
    new Error('x'),
  ])
    expect(retry(0, error)).toBe(false);
  expect(queries?.retryDelay).toBe(2000);
  expect(mutations?.retry).toBe(false);
});
