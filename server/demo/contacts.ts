import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import { customKey } from '#server/record/fields/columns.ts';
import { readFields } from '#server/record/fields/field-set.ts';
import { contactsType } from '#shared/crm/contacts-type.ts';
import { mobilePrefixes } from '#server/demo/customers.ts';
import { givenNames, streets, surnames } from '#server/demo/names.ts';
import type { Random } from '#server/demo/random.ts';

/** Whom one speaks to in a company, the first of a customer being one who decides more often. */
const posts = {
  deciders: ['总经理', '副总经理', '采购总监', '运营总监', '法定代表人'],
  others: [
    '采购经理',
    '采购专员',
    '行政主管',
    '财务经理',
    '技术负责人',
    '项目经理',
    '办公室主任',
    '销售助理',
    '仓库主管',
  ],
} as const;
const mostContacts = 4;

interface Customer {
  readonly customer_id: number;
  readonly owner_user_id: number | null;
  readonly create_user_id: number;
  readonly place: { readonly address?: string } | null;
  readonly telephone: string | null;
  /** Minutes since it was created. */
  readonly created: number;
}

/** One to four people of each customer; those of customers in the pool are nobody's. */
export async function fillContacts(db: Database, random: Random): Promise<void> {
  const { all } = await readFields(db, contactsType.code);
  const keyOf = new Map(all.filter((field) => field.fieldType === 0).map((field) => [field.name, customKey(field)]));
  const { rows: customers } = await sql<Customer>`
    select customer_id, owner_user_id, create_user_id, map_address as place, telephone,
      floor(extract(epoch from now() - create_time) / 60)::int as created
    from customer where batch_id like 'demo-customer-%' order by batch_id`.execute(db);
  const rows = customers.flatMap((customer, index) => {
    const count = 1 + Math.floor(random.next() ** 2 * mostContacts);
    return Array.from({ length: count }, (_, at) => ({
      ...person(random, customer, at, keyOf),
      batch_id: `demo-contacts-${String(index).padStart(6, '0')}-${at}`,
    }));
  });
  await sql`
    insert into contacts (name, customer_id, mobile, telephone, post, address, custom, batch_id, owner_user_id, create_user_id,
      create_time, update_time)
    select r.name, r.customer_id, r.mobile, r.telephone, r.post, r.address, r.custom, r.batch_id, r.owner_user_id, r.create_user_id,
      now() - make_interval(mins => r.created), now() - make_interval(mins => r.created)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(name text, customer_id bigint, mobile text, telephone text, post text,
      address text, custom jsonb, batch_id text, owner_user_id int, create_user_id int, created int)`.execute(db);
  await sql`
    insert into event (type, type_code, record_id, version, actor_id, created_at)
    select 'crm_contacts.created', ${contactsType.code}, contacts_id, 1, create_user_id, create_time
    from contacts where batch_id like 'demo-contacts-%'`.execute(db);
  await sql`
    insert into file_batch (batch_id, create_user_id, type_code, record_id)
    select batch_id, create_user_id, ${contactsType.code}, contacts_id from contacts where batch_id like 'demo-contacts-%'`.execute(
    db,
  );
}

function person(random: Random, customer: Customer, at: number, keyOf: ReadonlyMap<string, string>) {
  const sex = random.next() < 0.6 ? 1 : 2;
  const decides = random.next() < (at === 0 ? 0.5 : 0.1);
  const said = { 是否关键决策人: decides ? '是' : '否', 性别: sex === 1 ? '男' : '女' };
  const place = customer.place?.address?.replaceAll(',', '') ?? '';
  const hasAddress = place !== '' && random.next() < 0.35;
  return {
    name: random.pick(surnames) + random.pick(givenNames[sex]),
    customer_id: customer.customer_id,
    mobile: random.next() < 0.92 ? random.pick(mobilePrefixes) + random.digits(8) : null,
    telephone: random.next() < 0.3 ? customer.telephone : null,
    post: random.pick(decides ? posts.deciders : posts.others),
    address: hasAddress ? `${place}${random.pick(streets)}${1 + random.below(300)}号` : null,
    custom: Object.fromEntries(
      Object.entries(said).flatMap(([name, value]) => (keyOf.has(name) ? [[keyOf.get(name), value]] : [])),
    ),
    owner_user_id: customer.owner_user_id,
    create_user_id: customer.create_user_id,
    created: random.below(customer.created),
  };
}
