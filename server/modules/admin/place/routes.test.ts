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
