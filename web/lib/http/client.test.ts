import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { onError } from '#web/lib/feedback.ts';
import { call } from '#web/lib/http/client.ts';
import { isCallError, type CallError } from '#web/lib/http/call-error.ts';
import { addWords, speak } from '#web/lib/i18n/words.ts';
import { accessToken, clearStored, setAccessToken } from '#web/lib/session/access-token.ts';
import { onIdentityAsked } from '#web/lib/session/confirm-identity.ts';
import { onSessionEnd, sessionBegins, type SessionEnd } from '#web/lib/session/session-end.ts';
import { cn } from '#shared/i18n/cn.ts';
import { poolCalls } from '#shared/crm/pool-calls.ts';
import { endpoint } from '#shared/wire/endpoint.ts';

const read = endpoint({ path: 'thing/read', access: 'login', input: z.object({ id: z.int() }), output: z.unknown() });
const create = endpoint({
  path: 'thing/save',
  access: 'login',
  idempotent: { unless: 'entity.id' },
  input: z.object({ entity: z.object({ id: z.int().optional(), name: z.string() }) }),
  output: z.unknown(),
});
const top = endpoint({ path: 'thing/top', access: 'login', answer: 'top', input: z.object({}), output: z.unknown() });
const guarded = endpoint({
  path: 'thing/guarded',
  access: 'login',
  idempotent: { unless: null },
  input: z.object({ id: z.int(), currentPassword: z.string().optional() }),
  output: z.unknown(),
});
const open = endpoint({ path: 'thing/open', access: 'public', input: z.object({}), output: z.unknown() });

interface Sent {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: unknown;
}

const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', date: new Date().toUTCString() },
  });
const hour = 3600;
const tokenAnswer = (value: string, life = 2 * hour) => ({
  code: 0,
  access_token: value,
  'Admin-Token': value,
  user_id: 7,
  exp: Math.floor(Date.now() / 1000) + life,
});

let sent: Sent[];
let ends: SessionEnd[];
let toasts: string[];
let answer: (request: Sent) => Response | Promise<Response>;

beforeEach(() => {
  sent = [];
  ends = [];
  toasts = [];
  sessionBegins();
  onSessionEnd((end) => ends.push(end));
  onError((text) => toasts.push(text));
  setAccessToken(tokenAnswer('first'), null);
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const request = {
      path: url.replace('/api/', ''),
      headers: init.headers as Record<string, string>,
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : null,
    };
    sent.push(request);
    return await answer(request);
  });
});

afterEach(() => {
  clearStored();
  vi.unstubAllGlobals();
});

const failure = async (work: Promise<unknown>): Promise<CallError> => {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  if (!isCallError(error)) throw new Error(`no CallError but ${String(error)}`);
  return error;
};

describe('an answer', () => {
  it.each([0, 200])('with code %i returns its data', async (code) => {
    answer = () => json({ code, data: { name: 'x' } });
    expect(await call(read, { id: 3 })).toEqual({ name: 'x' });
    expect(sent[0]).toMatchObject({ path: 'thing/read', body: { id: 3 }, headers: { authorization: 'Bearer first' } });
  });

  it('at the top level only loses its code', async () => {
    answer = () => json({ code: 0, msg: '没有权限', totalSize: 4 });
    expect(await call(top, {})).toEqual({ msg: '没有权限', totalSize: 4 });
  });

  it('with another code is an error with a toast', async () => {
    answer = () => json({ code: 422, msg: '名称不能为空', detail: { field: 'name' } });
    const error = await failure(call(read, { id: 3 }));
    expect(error).toMatchObject({ code: 422, msg: '名称不能为空', detail: { field: 'name' }, isTransient: false });
    expect(toasts).toEqual(['名称不能为空']);
  });

  it('shows no toast when quiet', async () => {
    answer = () => json({ code: 500, msg: 'no' });
    await failure(call(read, { id: 3 }, { quiet: true }));
    expect(toasts).toEqual([]);
  });

  it('without an envelope is an error too', async () => {
    answer = () => new Response('<html>', { status: 502, headers: { 'content-type': 'text/html' } });
    expect(await failure(call(read, { id: 3 }))).toMatchObject({ code: 502, fault: 'answer' });
  });

  it('that never arrives is a transient error', async () => {
    answer = () => Promise.reject(new TypeError('network'));
    expect(await failure(call(read, { id: 3 }))).toMatchObject({ fault: 'network', isTransient: true });
  });

  it('is waited for 15 s, and 60 s when it is a file (R25.2)', async () => {
    vi.useFakeTimers();
    try {
      vi.stubGlobal(
        'fetch',
        (_url: string, { signal }: RequestInit) =>
          new Promise((_done, fail) => {
            signal?.addEventListener('abort', () => fail(new DOMException('', 'AbortError')));
          }),
      );
      for (const [endpoint, seconds] of [
        [read, 15],
        [poolCalls.exportChosen, 60],
        [poolCalls.exportAll, 60],
      ] as const) {
        let isOver = false;
        const over = failure(call(endpoint, { id: 3, ids: [1] } as never)).finally(() => (isOver = true));
        await vi.advanceTimersByTimeAsync(seconds * 1000 - 100);
        expect([endpoint.path, isOver]).toEqual([endpoint.path, false]);
        await vi.advanceTimersByTimeAsync(200);
        expect(await over).toMatchObject({ fault: 'timeout' });
      }
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a login', () => {
  it('with an expired token is renewed once for all calls, which are repeated', async () => {
    answer = ({ path, headers }) => {
      if (path === 'refresh') return json(tokenAnswer('second'));
      return headers['authorization'] === 'Bearer second'
        ? json({ code: 0, data: 'yes' })
        : json({ code: 401, msg: 'old' });
    };
    expect(await Promise.all([1, 2, 3].map((id) => call(read, { id })))).toEqual(['yes', 'yes', 'yes']);
    expect(sent.filter(({ path }) => path === 'refresh')).toHaveLength(1);
    expect(ends).toEqual([]);
  });

  it('that cannot be renewed ends, announced once', async () => {
    answer = ({ path }) => json(path === 'refresh' ? { code: 401, msg: 'gone' } : { code: 401, msg: 'old' });
    await Promise.all([1, 2, 3].map((id) => failure(call(read, { id }))));
    expect(ends).toEqual(['revoked']);
    expect(toasts).toEqual([]);
  });

  it('does not end while the server cannot be reached', async () => {
    answer = ({ path }) =>
      path === 'refresh' ? Promise.reject(new TypeError('network')) : json({ code: 401, msg: 'old' });
    expect(await failure(call(read, { id: 1 }))).toMatchObject({ fault: 'network' });
    expect(ends).toEqual([]);
    expect(accessToken()?.value).toBe('first');
  });

  it.each([
    [500, ['refused']],
    [502, ['refused']],
    [503, []],
    [429, []],
  ] as const)('whose token call answers HTTP %i is over after a second: %j', async (status, expected) => {
    vi.useFakeTimers();
    answer = ({ path }) =>
      path === 'refresh' ? json({ code: status, msg: 'no' }, status) : json({ code: 401, msg: 'old' });
    await failure(call(read, { id: 1 }));
    await vi.advanceTimersByTimeAsync(900);
    expect(ends).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(ends).toEqual(expected);
    vi.useRealTimers();
  });

  it('that was revoked is announced once for ten calls', async () => {
    answer = () => json({ code: 302, msg: '你已被登出，请重新登录' });
    await Promise.all(Array.from({ length: 10 }, (_, id) => failure(call(read, { id }))));
    expect(ends).toEqual(['revoked']);
    expect(sent.filter(({ path }) => path === 'refresh')).toHaveLength(0);
  });

  it('ends at once with HTTP 401', async () => {
    answer = () => json({ code: 401, msg: 'old' }, 401);
    await failure(call(read, { id: 1 }));
    expect(ends).toEqual(['refused']);
  });

  it('is not required for public calls', async () => {
    answer = () => json({ code: 401, msg: 'wrong' });
    await failure(call(open, {}));
    expect(sent[0]?.headers).not.toHaveProperty('authorization');
    expect(ends).toEqual([]);
  });

  it('near its end is renewed alongside the call', async () => {
    setAccessToken(tokenAnswer('first', 19 * 60), null);
    answer = ({ path }) => json(path === 'refresh' ? tokenAnswer('second') : { code: 0, data: 'yes' });
    expect(await call(read, { id: 1 })).toBe('yes');
    await expect.poll(() => accessToken()?.value).toBe('second');
  });

  it('far from its end is not renewed', async () => {
    setAccessToken(tokenAnswer('first', 21 * 60), null);
    answer = () => json({ code: 0 });
    await call(read, { id: 1 });
    expect(sent).toHaveLength(1);
  });

  it('knows the remaining time although the local clock is wrong', () => {
    const serverNow = Date.now() - 5 * hour * 1000;
    const token = setAccessToken(
      { access_token: 'x', user_id: 7, exp: Math.floor(serverNow / 1000) + hour },
      new Date(serverNow).toUTCString(),
    );
    expect(token.expiresAt - Date.now()).toBeGreaterThan((hour - 5) * 1000);
    expect(token.expiresAt - Date.now()).toBeLessThan((hour + 5) * 1000);
  });
});

describe('an idempotency key', () => {
  const save = (name: string, id?: number) =>
    call(create, { entity: { name, ...(id !== undefined && { id }) } }, { quiet: true });
  const keys = () => sent.map(({ headers }) => headers['idempotency-key']);

  it('is reused only while no answer arrived', async () => {
    answer = () => Promise.reject(new TypeError('network'));
    await failure(save('a'));
    await failure(save('b'));
    answer = () => json({ code: 0, data: 1 });
    await save('a');
    await save('a');
    const [first, other, again, next] = keys();
    expect(again).toBe(first);
    expect(other).not.toBe(first);
    expect(next).not.toBe(first);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
  });

  it('is new after a refusal', async () => {
    answer = () => json({ code: 422, msg: 'no' });
    await failure(save('c'));
    await failure(save('c'));
    expect(keys()[0]).not.toBe(keys()[1]);
  });

  it('is omitted for updates and other calls', async () => {
    answer = () => json({ code: 0 });
    await save('a', 5);
    await call(read, { id: 1 });
    expect(keys()).toEqual([undefined, undefined]);
  });
});

describe('the own password', () => {
  const wanted = (msg: string, status = 200) => json({ code: 403, msg, detail: { ask: 'currentPassword' } }, status);
  let said: string[];
  let stop: () => void;
  /** Enters these passwords one after the other, then cancels. */
  const typing = (...passwords: string[]) => {
    said = [];
    stop = onIdentityAsked(async (reason, attempt) => {
      said.push(reason);
      for (const password of passwords) {
        const problem = await attempt(password);
        if (problem === null) return true;
        said.push(problem);
      }
      return false;
    });
  };
  const guard = (right: string) => {
    answer = ({ body }) => {
      const { currentPassword } = body as { currentPassword?: string };
      if (currentPassword === undefined) return wanted('请输入当前密码后再操作');
      return currentPassword === right ? json({ code: 0, data: 'done' }) : wanted('密码输入错误');
    };
  };
  beforeAll(() => {
    addWords('cn', cn);
    speak('cn');
  });
  afterEach(() => stop());

  it('is requested once the server requires it, until it is right, and is sent with the same call', async () => {
    typing('wrong', 'right');
    guard('right');
    expect(await call(guarded, { id: 3 })).toBe('done');
    expect(said).toEqual(['请输入当前密码后再操作', '密码输入错误']);
    expect(sent.map(({ body }) => body)).toEqual([
      { id: 3 },
      { id: 3, currentPassword: 'wrong' },
      { id: 3, currentPassword: 'right' },
    ]);
    expect(toasts).toEqual([]);
    // a refused call created nothing, so each attempt is a new call
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(3);
    await call(guarded, { id: 3 });
    expect(sent[3]?.body).toEqual({ id: 3 });
  });

  it('that is not entered fails the call without a toast', async () => {
    typing('wrong');
    guard('right');
    expect(await failure(call(guarded, { id: 3 }))).toMatchObject({ fault: 'aborted', msg: '已取消操作' });
    expect(sent).toHaveLength(2);
    expect(toasts).toEqual([]);
  });

  it('is requested again while logins are delayed after wrong ones', async () => {
    typing('wrong', 'right');
    guard('right');
    const guarding = answer;
    answer = (request) =>
      (request.body as { currentPassword?: string }).currentPassword === 'wrong'
        ? wanted('请等30秒后再试', 429)
        : guarding(request);
    expect(await call(guarded, { id: 3 })).toBe('done');
    expect(said).toEqual(['请输入当前密码后再操作', '请等30秒后再试']);
  });

  it('that was right lets the call fail for its own reason, with a toast', async () => {
    typing('right', 'never');
    answer = ({ body }) =>
      'currentPassword' in (body as object) ? json({ code: 422, msg: '至少保留一名' }) : wanted('请输入');
    expect(await failure(call(guarded, { id: 3 }))).toMatchObject({ code: 422 });
    expect(said).toEqual(['请输入']);
    expect(toasts).toEqual(['至少保留一名']);
  });

  it('is not requested after any other refusal, nor for calls that do not accept it', async () => {
    typing('right');
    answer = () => json({ code: 403, msg: '无权访问' });
    await failure(call(guarded, { id: 3 }));
    answer = () => wanted('请输入');
    await failure(call(read, { id: 3 }));
    expect(said).toEqual([]);
    expect(sent).toHaveLength(2);
    expect(toasts).toEqual(['无权访问', '请输入']);
  });
});
