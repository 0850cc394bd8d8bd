import { compare, type Target, type Timing } from './load.ts';

/** The viewer: an address of the product, one of the bare handler, and the logins by name. */
interface Viewers {
  readonly port: number;
  readonly barePort: number;
  readonly tokens: Readonly<Record<string, string>>;
}

const size = { page: 1, limit: 15 };
const customers = 2;

/** The pool and the system scenes of the customer list, as each person sees them, in alternating rounds of one run. */
export async function timeViews({
  port,
  tokens,
}: Pick<Viewers, 'port' | 'tokens'>): Promise<ReadonlyMap<string, Timing>> {
  const targets: Record<string, Target> = {};
  for (const [who, token] of Object.entries(tokens)) {
    targets[`pool of the ${who}`] = { port, token, path: '/CrmCustomer/queryPoolPageList', body: JSON.stringify(size) };
    for (const { sceneId, kind } of await scenesOf(port, token)) {
      targets[`scene "${kind}" of the ${who}`] = {
        port,
        token,
        path: '/CrmCustomer/queryPageList',
        body: JSON.stringify({ ...size, sceneId }),
      };
    }
  }
  return new Map(Object.entries(await compare(targets)));
}

const families = { leads: 'CrmLeads', contacts: 'CrmContacts' } as const;

/** Lists, searches and the duplicate check of the other types, as each person sees them. */
export async function timePeople(
  { port, barePort, tokens }: Viewers,
  checkers: readonly string[],
): Promise<ReadonlyMap<string, Timing>> {
  const targets: Record<string, Target> = {};
  const add = (name: string, token: Target['token'], path: string, body: object) => {
    targets[name] = { port, token, path, body: JSON.stringify({ ...size, ...body }) };
  };
  for (const [noun, family] of Object.entries(families)) {
    for (const [who, token] of Object.entries(tokens))
      add(`${noun} of the ${who}`, token, `/${family}/queryPageList`, {});
    add(`search of ${noun} for four digits`, tokens['manager'] ?? '', `/${family}/queryPageList`, { search: '4827' });
  }
  for (const [who, token] of Object.entries(tokens)) {
    add(`to-do counters of the ${who}`, token, '/CrmBackLog/num', {});
    add(`search through everything of the ${who}`, token, '/search/queryAll', { search: '云图' });
  }
  const administrator = tokens['administrator'] ?? '';
  add('customers of the administrator', administrator, '/CrmCustomer/queryPageList', {});
  // a person may check thirty times a minute
  add('duplicate check of customers', checkers, '/CrmCustomer/queryList', {
    customerName: '杭州云图科技',
    limit: 5,
  });
  add('duplicate check of leads', checkers, '/CrmLeads/queryList', { leadsName: '杭州云图科技', limit: 5 });
  const dashboards: Record<string, Target> = {};
  for (const [who, token] of Object.entries(tokens)) {
    const body = { type: 'quarter', ...(who === 'administrator' ? { deptIds: '1' } : { isSub: 2 }) };
    const path = '/Crm/Instrument/queryBrief';
    dashboards[`dashboard of the ${who}, a quarter`] = { port, token, path, body: JSON.stringify(body) };
  }
  for (const people of ['team', 'company'])
    dashboards[`counts of the ${people}`] = { port: barePort, token: '', path: `/counts/${people}`, body: '{}' };
  const slow = await compare(dashboards, { rounds: 2, calls: 8 });
  return new Map([...Object.entries(await compare(targets)), ...Object.entries(slow)]);
}

async function scenesOf(port: number, token: string): Promise<{ sceneId: number; kind: string }[]> {
  const answer = await fetch(`http://127.0.0.1:${port}/scene/queryScene`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'admin-token': token, 'x-language': 'en' },
    body: JSON.stringify({ type: customers }),
  });
  const { data } = (await answer.json()) as { data: { sceneId: number; name: string }[] };
  return data.map(({ sceneId, name }) => ({ sceneId, kind: name }));
}
