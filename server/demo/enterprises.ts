import { sql } from 'kysely';
import { putCompanies } from '#server/modules/crm/enterprise/registry.ts';
import type { CompanyRow } from '#server/modules/crm/enterprise/company-fields.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { demoCustomers } from '#server/demo/customers.ts';
import { givenNames, surnames } from '#server/demo/names.ts';
import type { Random } from '#server/demo/random.ts';
import { creditCheckCharacter } from '#shared/text/credit-code.ts';

const companies = 500;
/** How many of them are customers already. */
const known = 250;

/** Codes of nature, most of them private. */
const natures = [1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 5, 6, 4, 7, 10, 11];
const headcounts = ['-', '8', '少于50人', '20-49', '50-99', '126', '100-199', '200-299', '500', '1000-1999'];
const states = ['存续', '存续', '存续', '存续', '在业', '在业', '在业', '开业', '注销', '吊销'];
const capitals = [50, 100, 100, 200, 300, 500, 500, 1000, 1000, 2000, 5000, 10000];

interface Known {
  readonly name: string;
  readonly code: string | null;
  readonly region: string | null;
  readonly street: string | null;
  readonly industry: string;
  readonly website: string | null;
}

/** Companies of the registry: some are customers already, most of the others could become some; the same each time. */
export async function fillEnterprises(db: Database, random: Random): Promise<void> {
  const customers = await sql<{
    name: string;
    code: string | null;
    region: string;
    street: string;
    website: string | null;
  }>`
    select customer_name as name, receipt_identifier as code, map_address ->> 'address' as region,
      map_address ->> 'detailAddress' as street, website
    from customer where batch_id like 'demo-customer-%' order by batch_id`.execute(db);
  const taken = new Set(customers.rows.map(({ name }) => name));
  const others = demoCustomers(random, companies * 2).flatMap(({ fixed, custom }): Known[] => {
    const name = String(fixed['customer_name']);
    const address = fixed['map_address'] as { address: string; detailAddress: string };
    if (taken.has(name)) return [];
    const website = fixed['website'] === null ? null : String(fixed['website']);
    return [
      { name, code: null, region: address.address, street: address.detailAddress, industry: custom.客户行业, website },
    ];
  });
  const first = customers.rows.slice(0, known).map((row) => ({ ...row, industry: '' }));
  const chosen = [...first, ...others].slice(0, companies);
  await putCompanies(
    db,
    chosen.map((company) => companyOf(random, company)),
  );
}

function companyOf(random: Random, { name, code, region, street, industry, website }: Known): CompanyRow {
  const capital = random.pick(capitals);
  const year = 1998 + random.below(26);
  const day = `${year}-${String(1 + random.below(12)).padStart(2, '0')}-${String(1 + random.below(28)).padStart(2, '0')}`;
  const body = `91${random.digits(6)}MA${random.digits(7)}`;
  const paid = random.next() < 0.3 ? 0 : random.next() < 0.5 ? capital : Math.round(capital * random.next());
  return {
    name,
    credit_code: code ?? body + creditCheckCharacter(body),
    legal_person: random.pick(surnames) + random.pick(givenNames[random.next() < 0.6 ? 1 : 2]),
    registered_capital: `${capital}万人民币`,
    paid_capital: paid === 0 ? '-' : `${paid}万人民币`,
    status: random.pick(states),
    nature_code: random.pick(natures),
    headcount: random.pick(headcounts),
    industry: industry === '' ? '批发和零售业' : industry,
    region: region ?? '',
    address: street ?? '',
    phone: random.next() < 0.7 ? `400-${random.digits(3)}-${random.digits(4)}` : '',
    email: random.next() < 0.5 ? `service@example-${random.digits(5)}.cn` : '',
    website: website ?? (random.next() < 0.4 ? `www.example-${random.digits(5)}.cn` : ''),
    founded_date: day,
  };
}
