import type { userCalls, UserRow } from '#shared/admin/user-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';

export interface UserPage {
  readonly list: readonly UserRow[];
  readonly totalRow: number;
}

/** The call returns a bare array when no pages are requested. */
export const asPage = (answer: OutputOf<typeof userCalls.list>): UserPage =>
  Array.isArray(answer) ? { list: answer, totalRow: answer.length } : answer;
