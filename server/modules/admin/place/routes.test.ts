import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { placeRoutes } from '#server/modules/admin/place/routes.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Call } from '#server/platform/http/route.ts';
import type { PlaceSearch } from '#server/platform/places/place-search.ts';
import { placeCalls, type PlaceRow, type RegionOption } from '#shared/platform/place-calls.ts';

/** Input and answer are checked by the contract, as they are over HTTP. */
async function ask(path: string, body: object, places?: PlaceSearch): Promise<unknown> {
  const found = placeRoutes(places).find((one) => one.endpoint.path === path);
  if (!found) throw new Error(`no route ${path}`);
  const { endpoint, handle } = found;
  const call = { input: endpoint.input.parse(body), log: pino({ level: 'silent' }) } as unknown as Call<never>;
  return endpoint.output.parse(await handle(call, {} as Actor));
}

it('requires only a login', () => {
  expect(placeRoutes().map(({ endpoint }) => [endpoint.path, endpoint.access])).toEqual([
    ['map/queryRegionTree', 'login'],
    ['map/searchPlace', 'login'],
    ['CrmPublicCourseMap/getProvices', 'login'],
  ]);
});

it('the tree nests province, city and county, with only name and code', async () => {
  const tree = (await ask(placeCalls.regions.path, {})) as RegionOption[];
  const hebei = tree.find(({ name }) => name === '河北省');
  const county = hebei?.children?.find(({ name }) => name === '石家庄市')?.children?.[0];
  expect(tree).toHaveLength(34);
  expect(county).toEqual({ name: '长安区', code: 130_102 });
});

describe('the search', () => {
  it('returns places with region and coordinates', async () => {
    const [first] = (await ask(placeCalls.search.path, { text: ' 北京朝阳 ' })) as PlaceRow[];
    expect(first).toMatchObject({ title: '朝阳区', address: '北京市,北京市,朝阳区' });
    expect(first?.lng).toBeCloseTo(116.49, 1);
  });

  it.each([
    [{ text: '区' }, 20],
    [{ text: '区', limit: '' }, 20],
    [{ text: '区', limit: 5 }, 5],
    [{ text: '' }, 0],
  ])('%j finds %d', async (body, count) => {
    expect(await ask(placeCalls.search.path, body)).toHaveLength(count);
  });

  it.each([{}, { text: '区', limit: 21 }, { text: '区', limit: 0 }, { text: '区'.repeat(101) }])(
    'refuses %j',
    (body) => {
      expect(placeCalls.search.input.safeParse(body).success).toBe(false);
    },
  );

  it('finds nothing when the service fails', async () => {
    expect(
      await ask(placeCalls.search.path, { text: '北京' }, { search: () => Promise.reject(new Error('down')) }),
    ).toEqual([]);
  });
});

describe('the list of provinces', () => {
  interface Provinces {
    readonly list: readonly { readonly fullName: string }[];
    readonly totalRow: number;
    readonly lastPage: boolean;
  }
  const find = async (body: object) => (await ask(placeCalls.provinces.path, body)) as Provinces;

  it('come 50 at a time, so all at once', async () => {
    const { list, totalRow, lastPage } = await find({ curpage: 1, pagesize: 50, fullName: '', type: 1, status: 1 });
    expect([list.length, totalRow, lastPage]).toEqual([34, 34, true]);
    expect(list[0]).toEqual({
      regionCode: '110000',
      regionName: '北京',
      fullName: '北京市',
      promotionOrgId: null,
      promotionOrgName: '',
    });
    expect(placeCalls.provinces.input.parse({})).toMatchObject({ curpage: 1, pagesize: 50 });
  });

  it('are found by a part of the full name, in pages', async () => {
    expect((await find({ fullName: '江' })).list.map((one) => one.fullName)).toEqual([
      '黑龙江省',
      '江苏省',
      '浙江省',
      '江西省',
    ]);
    const second = await find({ curpage: 2, pagesize: 30 });
    expect([second.list.length, second.lastPage]).toEqual([4, true]);
  });

  it.each([{ type: 2 }, { status: 0 }])('are the only regions in use, so there are none for %j', async (body) => {
    expect((await find(body)).totalRow).toBe(0);
  });
});
