import { coordinatesOf, regionTree } from '#server/platform/places/gazetteer.ts';
import { levels, sources, industries } from '#shared/crm/customer-type.ts';
import { businesses, companySecond, companyStems, forms, givenNames, streets, surnames } from '#server/demo/names.ts';
import type { Random } from '#server/demo/random.ts';

export interface DemoCustomer {
  readonly fixed: Record<string, unknown>;
  readonly custom: Record<'客户来源' | '客户行业' | '客户级别', string>;
  readonly createdDaysAgo: number;
  readonly touchedDaysAgo: number;
}

const mobilePrefixes = [
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
  '188',
  '189',
];
/** Where customers are: a few big cities most of the time. */
const bigCities = [
  ['北京市', '北京市'],
  ['上海市', '上海市'],
  ['广东省', '深圳市'],
  ['广东省', '广州市'],
  ['浙江省', '杭州市'],
  ['江苏省', '南京市'],
  ['四川省', '成都市'],
  ['湖北省', '武汉市'],
  ['陕西省', '西安市'],
  ['江苏省', '苏州市'],
] as const;

export const personName = (random: Random): string => random.pick(surnames) + random.pick(givenNames);

function place(random: Random): { province: string; city: string; area: string } {
  const tree = regionTree();
  const [wantedProvince, wantedCity] = random.next() < 0.7 ? random.pick(bigCities) : ['', ''];
  const province =
    tree.find((one) => one.name === wantedProvince) ??
    random.pick(tree.filter((one) => (one.children?.length ?? 0) > 0));
  const cities = province.children ?? [];
  const city = cities.find((one) => one.name === wantedCity) ?? random.pick(cities);
  const areas = city.children ?? [];
  return { province: province.name, city: city.name, area: areas.length > 0 ? random.pick(areas).name : '' };
}

/** Believable customers with names of their own, the same each time. */
export function demoCustomers(random: Random, count: number): DemoCustomer[] {
  const taken = new Set<string>();
  const customers: DemoCustomer[] = [];
  while (customers.length < count) {
    const where = place(random);
    const short = where.city.replace(/(?:市|地区|盟|(?:[\u4e00-\u9fff]族)*自治州)$/, '');
    const name = `${short}${random.pick(companyStems)}${random.pick(companySecond)}${random.pick(businesses)}${random.pick(forms)}`;
    if (taken.has(name)) continue;
    taken.add(name);
    const path = [where.province, where.city, where.area].filter((part) => part !== '');
    const point = coordinatesOf(path);
    const created = 3 + random.below(700);
    const touched = Math.min(created, Math.floor(random.next() ** 2 * 120));
    customers.push({
      fixed: {
        customer_name: name,
        mobile: random.next() < 0.85 ? random.pick(mobilePrefixes) + random.digits(8) : null,
        telephone:
          random.next() < 0.5
            ? `0${random.pick(['10', '21', '755', '571', '28', '27'])}-${1 + random.below(9)}${random.digits(7)}`
            : null,
        website: random.next() < 0.3 ? `www.example-${random.digits(5)}.cn` : null,
        remark:
          random.next() < 0.25
            ? random.pick(['老客户介绍', '展会认识', '需要开专票', '付款及时', '决策周期较长', '重点维护'])
            : null,
        receipt_title: random.next() < 0.4 ? name : null,
        receipt_identifier: random.next() < 0.4 ? `91${random.digits(6)}MA${random.digits(8)}` : null,
        map_address: {
          address: path.join(','),
          location: '',
          detailAddress: `${random.pick(streets)}${1 + random.below(300)}号`,
          lng: point ? String(point.lng) : '',
          lat: point ? String(point.lat) : '',
        },
      },
      custom: {
        客户来源: random.pick(sources),
        客户行业: random.pick(industries),
        客户级别: random.next() < 0.2 ? levels[0] : random.next() < 0.6 ? levels[1] : levels[2],
      },
      createdDaysAgo: created,
      touchedDaysAgo: touched,
    });
  }
  return customers;
}
