import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCompany, type Company } from '#server/testing/company.ts';

// A client of this wire that somebody else wrote. How it sends each call is tried with the route table.

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(() => company.close());

it('opens the stream with either header at either address', async () => {
  const { app, people } = company;
  const { token } = people.seller;
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  for (const headers of [{ 'Admin-Token': token }, { Authorization: `Bearer ${token}` }]) {
    for (const base of ['', 'api/']) {
      const closed = new AbortController();
      const response = await fetch(`${address}/${base}push/stream`, { headers, signal: closed.signal });
      const type = response.headers.get('content-type');
      expect([response.status, type]).toEqual([200, expect.stringContaining('text/event-stream')]);
      closed.abort();
    }
  }
});
