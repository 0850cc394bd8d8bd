import { expect } from 'vitest';
import type { Answer, Company } from '#server/testing/company.ts';
import type { SettingChange } from '#shared/platform/setting-change-calls.ts';

/** What an administrator sees of changed settings, and takes back. */
export function openHistory(theCompany: () => Company) {
  const call = (path: string, body: Record<string, unknown>): Promise<Answer> =>
    theCompany().call(`system/setting/${path}`, body, { as: theCompany().people.admin });
  /** The changes of a kind, the newest first. */
  const changesOf = async (kind: string): Promise<SettingChange[]> =>
    ((await call('queryChangeList', { kinds: kind })).data as { list: SettingChange[] }).list;
  /** Takes back the newest change of a kind; returns what it is refused with, '' for nothing. */
  const takeBack = async (kind: string): Promise<string> => {
    const [newest] = await changesOf(kind);
    expect(newest, kind).toBeDefined();
    return (await call('undoChange', { changeId: newest?.changeId })).msg;
  };
  return { changesOf, takeBack };
}
