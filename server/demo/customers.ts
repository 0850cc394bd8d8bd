import { coordinatesOf, regionTree } from '#server/platform/places/gazetteer.ts';
import { levels, sources } from '#shared/crm/options.ts';
import { creditCheckCharacter } from '#shared/text/credit-code.ts';
import { businesses, companySecond, companyStems, forms, streets } from '#server/demo/names.ts';
import type { Random } from '#server/demo/random.ts';

export interface DemoCustomer {
  readonly fixed: Record<string, unknown>;
  readonly custom: Record<'客户来源' | '客户行业' | '客户级别', string>;
  readonly createdDaysAgo: number;
  readonly touchedDaysAgo: number;
}

export const mobilePrefixes = [
  '130',
  '131',
  '135',
  '136',
  '137',
  '138',
  '139',
  '150',
  '151',
  '158',
  '159',
  '177',
  '180',
  '186',
];
/** Where customers are: a few big cities most of the time, whose telephones have their code. */
const bigCities = [
  { province: '北京市', city: '北京市', code: '010' },
  { province: '上海市', city: '上海市', code: '021' },
  { province: '广东省', city: '深圳市', code: '0755' },
  { province: '广东省', city: '广州市', code: '020' },
  { province: '浙江省', city: '杭州市', code: '0571' },
  { province: '江苏省', city: '南京市', code: '025' },
  { province: '四川省', city: '成都市', code: '028' },
  { province: '湖北省', city: '武汉市', code: '027' },
  { province: '陕西省', city: '西安市', code: '029' },
  { province: '江苏省', city: '苏州市', code: '0512' },
] as const;
const withCheckCharacter = (body: string): string => body + creditCheckCharacter(body);
const remarks = ['老客户介绍', '展会认识', '需要开专票', '付款及时', '决策周期较长', '重点维护'];

interface Where {
  readonly path: readonly string[];
  readonly city: string;
  readonly code: string | null;
}

function place(random: Random): Where {
  const tree = regionTree().filter((one) => (one.children?.length ?? 0) > 0);
  const big = random.next() < 0.7 ? random.pick(bigCities) : null;
  const province = tree.find((one) => one.name === big?.province) ?? random.pick(tree);
  const cities = province.children ?? [];
  const city = cities.find((one) => one.name === big?.city) ?? random.pick(cities);
  const areas = city.children ?? [];
  const path = [province.name, city.name, ...(areas.length > 0 ? [random.pick(areas).name] : [])];
  return { path, city: city.name, code: big?.code ?? null };
}

/** Believable customers with names of their own, the same each time. */
export function demoCustomers(random: Random, count: number): DemoCustomer[] {
  const taken = new Set<string>();
  const customers: DemoCustomer[] = [];
  while (customers.length < count) {
    const where = place(random);
    const short = where.city.replace(/(?:市|地区|盟|(?:[\u4e00-\u9fff]族){0,6}自治州|省直辖县级行政区划)$/, '');
    const { word, industry } = random.pick(businesses);
    const name = `${short}${random.pick(companyStems)}${random.pick(companySecond)}${word}${random.pick(forms)}`;
    if (taken.has(name)) continue;
    taken.add(name);
    const createdDaysAgo = 3 + random.below(700);
    customers.push({
      fixed: { customer_name: name, ...details(random, where, name) },
      custom: {
        客户来源: random.pick(sources),
        客户行业: industry,
        客户级别: random.next() < 0.2 ? levels[0] : random.next() < 0.6 ? levels[1] : levels[2],
      },
      createdDaysAgo,
      touchedDaysAgo: Math.min(createdDaysAgo, Math.floor(random.next() ** 2 * 120)),
    });
  }
  return customers;
}

function details(random: Random, where: Where, name: string): Record<string, unknown> {
  const point = coordinatesOf(where.path);
  const invoiced = random.next() < 0.4;
  const hasTelephone = where.code !== null && random.next() < 0.6;
  return {
    mobile: random.next() < 0.85 ? random.pick(mobilePrefixes) + random.digits(8) : null,
    telephone: hasTelephone ? `${where.code}-${2 + random.below(7)}${random.digits(7)}` : null,
    website: random.next() < 0.3 ? `www.example-${random.digits(5)}.cn` : null,
    remark: random.next() < 0.25 ? random.pick(remarks) : null,
    receipt_title: invoiced ? name : null,
    receipt_identifier: invoiced ? withCheckCharacter(`91${random.digits(6)}MA${random.digits(7)}`) : null,
    map_address: {
      address: where.path.join(','),
      location: '',
      detailAddress: `${random.pick(streets)}${1 + random.below(300)}号`,
      lng: point ? String(point.lng) : '',
      lat: point ? String(point.lat) : '',
    },
  };
}
