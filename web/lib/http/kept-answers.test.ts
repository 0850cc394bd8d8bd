import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { CallError } from '#web/lib/http/call-error.ts';
import { openKeptAnswers, type Keeping } from '#web/lib/http/kept-answers.ts';

const stored = new Map<string, string>();
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, text: string) => void stored.set(key, text),
  removeItem: (key: string) => void stored.delete(key),
};
const keeping: Keeping = {
  userId: 7,
  version: 'a cn',
  isKept: (path) => path.startsWith('list'),
  isCurrent: () => true,
  storage,
};
const key = ['list', { page: 1 }];
beforeEach(() => stored.clear());

/** One visit: shows the list, waits for its answer and leaves. Returns what was painted first. */
async function visit(answer: () => unknown, with_: Partial<Keeping> = {}, asked: readonly unknown[] = key) {
  const client = new QueryClient();
  const kept = openKeptAnswers({ ...keeping, ...with_ });
  kept.restore(client);
  const stop = kept.watch(client);
  const observer = new QueryObserver(client, {
    queryKey: asked,
    queryFn: async () => answer(),
    retry: false,
    staleTime: 10_000,
  });
  const first = observer.getCurrentResult().data;
  const leave = observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  const { data, error } = observer.getCurrentResult();
  leave();
  stop();
  client.clear();
  return { first, data, error };
}
const rows = (...names: string[]) => ({ list: names });

it('paints the last answer at once and asks for it again', async () => {
  expect(await visit(() => rows('甲'))).toMatchObject({ first: undefined, data: rows('甲') });
  expect(await visit(() => rows('甲', '乙'))).toMatchObject({ first: rows('甲'), data: rows('甲', '乙') });
  expect((await visit(() => rows('丙'))).first).toEqual(rows('甲', '乙'));
});

it('keeps what was answered before the page was rendered', async () => {
  const client = new QueryClient();
  await client.prefetchQuery({ queryKey: key, queryFn: () => rows('甲') });
  const kept = openKeptAnswers(keeping);
  kept.restore(client);
  kept.watch(client)();
  expect((await visit(() => rows('乙'))).first).toEqual(rows('甲'));
});

it.each([
  ['another person', { userId: 8 }],
  ['another program or language', { version: 'a en' }],
  ['a call that is kept no longer', { isKept: () => false }],
])('shows nothing of it to %s', async (_who, other) => {
  await visit(() => rows('甲'));
  expect((await visit(() => rows('乙'), other)).first).toBeUndefined();
});

it('shows nothing that is older than a day, comes from the future or was tampered with', async () => {
  await visit(() => rows('甲'));
  const text = stored.get('last-answers') ?? '';
  for (const [change, shown] of [
    [(at: number) => at - 86_400_001, undefined],
    [(at: number) => at + 60_000, undefined],
    [(at: number) => at - 3_600_000, rows('甲')],
  ] as const) {
    stored.set(
      'last-answers',
      text.replace(/"at":(\d+)/, (_, at: string) => `"at":${change(Number(at))}`),
    );
    // refused for a moment, so that it keeps its age
    expect((await visit(() => Promise.reject(new CallError('network', '')))).first).toEqual(shown);
  }
  for (const broken of ['', '{', '[]', '{"of":7,"version":"a cn","list":[null,{"key":3}]}', text.slice(0, -4)]) {
    stored.set('last-answers', broken);
    expect([broken, (await visit(() => Promise.reject(new CallError('network', '')))).first]).toEqual([
      broken,
      undefined,
    ]);
  }
});

it('takes back what the server refuses by now, and keeps it when the server cannot be reached', async () => {
  await visit(() => rows('甲'));
  const offline = await visit(() => Promise.reject(new CallError('network', '')));
  expect(offline).toMatchObject({ first: rows('甲'), data: rows('甲') });
  const refused = await visit(() => Promise.reject(new CallError('answer', '', { code: 403, status: 200 })));
  expect(refused).toMatchObject({ first: rows('甲'), data: undefined });
  expect((await visit(() => rows('乙'))).first).toBeUndefined();
});

it('writes nothing once the login is gone, and no more than there is space for', async () => {
  await visit(() => rows('甲'), { isCurrent: () => false });
  expect(stored.size).toBe(0);
  for (let at = 0; at < 6; at += 1) await visit(() => rows('长'.repeat(150_000)), {}, ['list', { page: at }]);
  await visit(() => rows('太长'.repeat(150_000)), {}, ['list', { page: 9 }]);
  const text = stored.get('last-answers') ?? '';
  expect(text.length).toBeLessThan(610_000);
  expect(text).not.toContain('太长');
  expect((await visit(() => rows('乙'), {}, ['list', { page: 5 }])).first).toEqual(rows('长'.repeat(150_000)));
  expect((await visit(() => rows('乙'), {}, ['list', { page: 0 }])).first).toBeUndefined();
});
