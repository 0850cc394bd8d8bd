import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadCompany } from './load-company.ts';

/** What people do, with its frequency in percent. */
const mix = {
  list: 22,
  leads: 6,
  contacts: 6,
  search: 12,
  find: 4,
  open: 18,
  save: 6,
  followUp: 8,
  board: 3,
  pool: 5,
  toDo: 6,
  brief: 4,
} as const;
export type ActionName = keyof typeof mix;

export interface Taken {
  readonly action: ActionName;
  /** Milliseconds until the whole answer was there. */
  readonly time: number;
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** `code` of the answer, 0 when it was right. */
  readonly code: number;
  readonly isRight: boolean;
}

/** A person who works with the product over one kept connection. */
export interface Person {
  readonly userId: number;
  readonly token: string;
  /** Does one action. Never throws: errors are in the result. */
  readonly act: (action?: ActionName) => Promise<Taken>;
}

interface Reply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Caller {
  readonly call: (path: string, token: string, body: object) => Promise<Reply>;
  readonly close: () => void;
}

/** Connections are kept, as in a browser, with as many as concurrent calls. */
export function openCaller(port: number): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity, maxFreeSockets: 600 });
  return {
    call: (path, token, body) => post(agent, port, path, token, JSON.stringify(body)),
    close: () => agent.destroy(),
  };
}

/** Logs people in. Their logins are renewed every hour, since the product ends them after two. */
export async function hire(company: LoadCompany, caller: Caller, userIds: readonly number[]): Promise<Person[]> {
  const people: Person[] = [];
  for (const userId of userIds) people.push(person(userId, await company.tokenOf(userId), company, caller));
  return people;
}

const tokenTime = 3600_000;

/** Search texts: words of names, parts of numbers. */
const wanted = ['云图', '科技', '4827', '恒信', '0571-3', '北京云'];

function person(userId: number, firstToken: string, { tokenOf, pooled }: LoadCompany, caller: Caller): Person {
  let token = firstToken;
  let tokenSince = performance.now();
  let own: number[] = [];
  let claimed: number | undefined;
  const ask = (path: string, body: object) => caller.call(`CrmCustomer/${path}`, token, body);
  const list = async (more: object = {}) => {
    const reply = await ask('queryPageList', { page: 1, limit: 15, ...more });
    const rows = (reply.body['list'] ?? (reply.body['data'] as { list?: unknown } | undefined)?.list ?? []) as {
      customerId: number;
    }[];
    if (reply.body['code'] === 0 && rows.length > 0) own = rows.map(({ customerId }) => customerId);
    return reply;
  };
  const one = async (): Promise<number> => {
    if (own.length === 0) await list();
    return pick(own) ?? 0;
  };
  /** Takes a customer from the pool, and gives it back the next time. */
  const pool = async () => {
    if (claimed !== undefined) {
      const ids = [claimed];
      claimed = undefined;
      pooled.push(...ids);
      return ask('updateCustomerByIds', { ids });
    }
    claimed = pooled.shift();
    return claimed === undefined
      ? ask('queryPoolPageList', { page: 1, limit: 15 })
      : ask('receiveByIds', { ids: [claimed] });
  };
  const elsewhere = (path: string, body: object) => caller.call(path, token, body);
  const beside = (family: string) => async () => () =>
    elsewhere(`${family}/queryPageList`, { page: 1, limit: 15, ...(Math.random() < 0.3 && { search: pick(wanted) }) });
  const prepare: Record<ActionName, () => Promise<() => Promise<Reply>>> = {
    list: async () => () => list(),
    leads: beside('CrmLeads'),
    contacts: beside('CrmContacts'),
    search: async () => () => list({ search: pick(wanted) }),
    find: async () => () => elsewhere('search/queryAll', { search: pick([...wanted, 'yt']) }),
    toDo: async () => () => elsewhere('CrmBackLog/num', {}),
    brief: async () => () =>
      elsewhere('Crm/Instrument/queryBrief', { type: pick(['today', 'week', 'month', 'quarter']) }),
    open: async () => at(await one(), (customerId) => ask('queryById', { customerId })),
    save: async () =>
      at(await one(), (customerId) =>
        ask('addOrUpdate', { entity: { customerId, remark: `备注${Math.random()}` }, field: [] }),
      ),
    followUp: async () =>
      at(await one(), (typesId) =>
        ask('addRecord', {
          typesId,
          content: '来电问价，下周再联系。',
          category: '打电话',
          batchId: crypto.randomUUID(),
        }),
      ),
    board: async () => () => ask('queryBoard', { groupField: '客户级别' }),
    pool: async () => pool,
  };
  return {
    userId,
    token: firstToken,
    act: async (action = chosen()) => {
      if (performance.now() - tokenSince > tokenTime) {
        tokenSince = performance.now();
        token = await tokenOf(userId).catch(() => token);
      }
      const run = await prepare[action]().catch(() => null);
      const start = performance.now();
      const reply = await (run ? run() : Promise.reject(new Error('not prepared'))).catch(() => null);
      const isRight = reply?.status === 200 && reply.body['code'] === 0;
      // the outcome of a failed claim is unknown: skip that customer
      if (!isRight && action === 'pool') claimed = undefined;
      const code = Number(reply?.body['code'] ?? -1);
      return { action, time: performance.now() - start, status: reply?.status ?? 0, code, isRight };
    },
  };
}

/** Everybody does one action in `every` ms, evenly spread and never two at once, for `time` ms. */
export async function work(people: readonly Person[], every: number, time: number): Promise<Taken[]> {
  const taken: Taken[] = [];
  const end = performance.now() + time;
  const one = async (who: Person) => {
    await sleep(Math.random() * Math.min(every, time));
    while (performance.now() < end) {
      const start = performance.now();
      taken.push(await who.act());
      const pause = every * (0.5 + Math.random()) - (performance.now() - start);
      await sleep(Math.min(Math.max(0, pause), Math.max(0, end - performance.now())));
    }
  };
  await Promise.all(people.map(one));
  return taken;
}

/** So many actions a second, whether earlier ones are answered or not, for `time` ms; waits for the answers. */
export async function press(people: readonly Person[], perSecond: number, time: number): Promise<Taken[]> {
  const taken: Promise<Taken>[] = [];
  const start = performance.now();
  for (let now = 0; now < time; now = performance.now() - start) {
    const due = Math.floor((now / 1000) * perSecond);
    while (taken.length < due) {
      const who = people[taken.length % people.length];
      if (who) taken.push(who.act());
    }
    await sleep(5);
  }
  return Promise.all(taken);
}

export const quantile = (times: readonly number[], share: number): number => {
  const sorted = times.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
};

const at = (id: number, ask: (id: number) => Promise<Reply>) => () => ask(id);

const pick = <T>(values: readonly T[]): T | undefined => values[Math.floor(Math.random() * values.length)];

function chosen(): ActionName {
  let left = Math.random() * 100;
  for (const [name, share] of Object.entries(mix)) if ((left -= share) < 0) return name as ActionName;
  return 'list';
}

/** Rejects when no answer came within a minute. */
function post(agent: Agent, port: number, path: string, token: string, body: string): Promise<Reply> {
  return new Promise((done, failed) => {
    const headers = {
      'content-type': 'application/json',
      'admin-token': token,
      'content-length': Buffer.byteLength(body),
    };
    const options = { agent, host: '127.0.0.1', port, path: `/${path}`, method: 'POST', headers, timeout: 60_000 };
    const call = request(options, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('error', failed);
      answer.on('end', () => {
        try {
          done({ status: answer.statusCode ?? 0, body: JSON.parse(text) as Reply['body'] });
        } catch (error) {
          failed(error);
        }
      });
    });
    call.on('timeout', () => call.destroy(new Error('no answer')));
    call.on('error', failed);
    call.end(body);
  });
}
