import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openCompany, type Company } from '#server/testing/company.ts';

let service: Server;
let company: Company;
let asked: URLSearchParams[];
let answer: unknown;
let status = 200;
beforeAll(async () => {
  service = createServer((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://x').searchParams);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  const host = `127.0.0.1:${(service.address() as AddressInfo).port}`;
  company = await openCompany({
    env: { MAP_PLACES_URL: `http://${host}`, MAP_PLACES_KEY: 'k-1', OUTSIDE_PRIVATE_HOSTS: host },
  });
});
afterAll(async () => {
  await company.close();
  service.close();
});
beforeEach(() => {
  asked = [];
  status = 200;
});

const search = (text: string) => company.call('map/searchPlace', { text }, { as: company.people.seller });
const poi = (more: object) => ({
  name: '国家图书馆',
  pname: '北京市',
  cityname: '北京市',
  adname: '海淀区',
  location: '116.325,39.943',
  ...more,
});

describe('places of a map service', () => {
  it('are found by name, with official regions and coordinates', async () => {
    answer = { status: '1', pois: [poi({}), poi({ name: '西湖', pname: '浙江', cityname: '杭州', adname: '西湖' })] };
    expect((await search(' 图书馆 ')).data).toEqual([
      {
        title: '国家图书馆',
        address: '北京市,北京市,海淀区',
        province: '北京市',
        city: '北京市',
        area: '海淀区',
        lng: 116.325,
        lat: 39.943,
      },
      expect.objectContaining({ title: '西湖', address: '浙江省,杭州市,西湖区' }),
    ]);
    expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({ key: 'k-1', keywords: '图书馆', offset: '20' });
  });

  it('are validated like untrusted input: what does not fit is left out', async () => {
    answer = {
      status: '1',
      pois: [
        poi({ name: [] }),
        poi({ name: 'x'.repeat(300) }),
        poi({ pname: '火星省' }),
        poi({ location: '116.3' }),
        poi({ location: '999,39' }),
        poi({ location: { lng: 1 } }),
        poi({ name: '好\u0000地\u0007方<script>' }),
      ],
    };
    expect((await search('地方')).data).toEqual([expect.objectContaining({ title: '好地方<script>' })]);
  });

  it.each([[{ status: '0', info: 'INVALID_USER_KEY' }], [{ status: '1', pois: 'none' }], ['<script>'], [null]])(
    'are empty, without an error, when the service answers %j (R24.8)',
    async (wrong) => {
      answer = wrong;
      const found = await search('地方');
      expect([found.code, found.data]).toEqual([0, []]);
    },
  );

  it('are not requested without a text', async () => {
    expect((await search(' ')).data).toEqual([]);
    expect(asked).toHaveLength(0);
  });
});
