import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import '#server/platform/session/tables.ts';
import { openCompany, type Company } from '#server/testing/company.ts';

let company: Company;
let address: string;

beforeAll(async () => {
  company = await openCompany();
  await company.services.push.listening;
  if (!company.app.server.listening) await company.app.listen({ port: 0, host: '127.0.0.1' });
  address = `http://127.0.0.1:${(company.app.server.address() as AddressInfo).port}`;
});
afterAll(() => company.close());

async function open(path: string, headers: Record<string, string> = {}) {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  return fetch(`${address}${path}`, { headers, signal: leaving.signal });
}

/** The text up to and including the next message. */
async function messageOf(reply: Response): Promise<string> {
  const reader = reply.body?.getReader();
  let text = '';
  while (reader && !text.includes('data: ')) {
    const { value, done } = await reader.read();
    if (done) break;
    text += Buffer.from(value).toString();
  }
  reader?.releaseLock();
  return text;
}

it.each(['/push/stream', '/api/push/stream'])('%s streams to whoever the header names', async (path) => {
  const { seller } = company.people;
  const reply = await open(path, { authorization: `Bearer ${seller.token}` });
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(reply.headers.get('cache-control')).toBe('no-store');
  expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await messageOf(reply)).toContain('"type":"ready"');
});

it('takes no identity from anywhere else (security W6)', async () => {
  const { seller, peer } = company.people;
  for (const path of [`/push/stream?token=${seller.token}`, `/push/stream?userId=${seller.userId}`]) {
    const reply = await open(path, { cookie: `Admin-Token=${seller.token}` });
    expect(reply.headers.get('content-type')).toContain('application/json');
    expect(await reply.json()).toMatchObject({ code: 302 });
  }
  const reply = await open(`/push/stream?userId=${seller.userId}`, { 'admin-token': peer.token });
  await messageOf(reply);
  await expect.poll(() => company.services.push.stats().streams).toBeGreaterThan(0);
  await company.services.push.notify(company.db, { type: 'for.seller', to: [seller.userId] });
  await company.services.push.notify(company.db, { type: 'for.peer', to: [peer.userId] });
  expect(await messageOf(reply)).toContain('for.peer');
});

it('answers the seventh stream and an ended login in the envelope', async () => {
  const { stranger } = company.people;
  const headers = { authorization: `Bearer ${stranger.token}` };
  for (let count = 0; count < 6; count += 1) await messageOf(await open('/push/stream', headers));
  const seventh = await open('/push/stream', headers);
  expect([seventh.status, await seventh.json()]).toMatchObject([429, { code: 429 }]);
  await company.db
    .updateTable('session_login')
    .set({ ended_at: sql`now()` })
    .where('user_id', '=', stranger.userId)
    .execute();
  expect(await (await open('/push/stream', headers)).json()).toMatchObject({ code: 302 });
});
