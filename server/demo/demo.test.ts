import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { openCompany, tokenFor, type Company } from '#server/testing/company.ts';
import { fillDemo, loadDemo } from '#server/demo/load-demo.ts';
import { isCreditCode } from '#shared/text/credit-code.ts';
import { isPhoneOf } from '#shared/record/phone.ts';
import { sourcesOf } from '#server/modules/crm/lead-sources/sources.ts';
import { provinceOf } from '#server/modules/crm/course-map/course-map.ts';
import { storedMobile } from '#shared/record/written-phone.ts';
import { resolveRegionPath } from '#server/platform/places/gazetteer.ts';

const fill = ({ services: { pool, files } }: Company) =>
  inTransaction(pool.db, (trx) => fillDemo(trx, files, 'no password'));

let one: Company;
let other: Company;
beforeAll(async () => {
  [one, other] = await Promise.all([openCompany(), openCompany()]);
  await Promise.all([one, other].map(fill));
}, 240_000);
afterAll(() => Promise.all([one, other].map((company) => company.close())));

/** Everything of the demo company, with times as minutes before its newest customer. */
async function contentOf({ db }: Company) {
  const people = await sql`
    select u.username, u.realname, u.num, u.email, u.sex, u.post, d.name as dept, p.username as superior,
      (select string_agg(role_id::text, ',') from user_role r where r.user_id = u.user_id) as roles
    from app_user u join department d using (dept_id) left join app_user p on p.user_id = u.parent_id
    where u.num like 'JY%' order by u.num`.execute(db);
  const customers = await sql`
    select c.customer_name, c.mobile, c.telephone, c.website, c.remark, c.receipt_title, c.receipt_identifier, c.map_address, c.custom,
      c.deal_status, c.followup, c.last_content, (c.next_time::date - current_date) as next, o.username as owner,
      round(extract(epoch from max(c.create_time) over () - c.create_time) / 60) as created,
      round(extract(epoch from max(c.create_time) over () - c.update_time) / 60) as touched
    from customer c left join app_user o on o.user_id = c.owner_user_id where c.batch_id like 'demo-%' order by c.batch_id`.execute(
    db,
  );
  const followUps = await sql`
    select f.batch_id, f.content, f.category, c.customer_name, u.username,
      round(extract(epoch from max(f.create_time) over () - f.create_time) / 60) as at
    from follow_up f join customer c on c.customer_id = f.types_id and f.type_code = 2 join app_user u on u.user_id = f.create_user_id
    where f.batch_id like 'demo-%' order by f.batch_id`.execute(db);
  const files = await sql`
    select name, size, content_type, file_type, regexp_replace(batch_id, 'portrait-.*', 'portrait') as batch
    from stored_file where batch_id like 'demo-%' order by file_id`.execute(db);
  const messages = await sql`
    select u.username, b.username as by, m.type, c.customer_name, m.details, m.read_at is not null as is_read,
      round(extract(epoch from max(m.created_at) over () - m.created_at) / 60) as at
    from message m join customer c on c.customer_id = m.record_id join app_user u on u.user_id = m.user_id
    join app_user b on b.user_id = m.caused_by order by m.event_key`.execute(db);
  const duty = await sql`
    select array(select username from jsonb_array_elements_text(d.day->'advisers') with ordinality a(id, n)
      join app_user u on u.user_id = a.id::int order by n) as advisers, d.day->'isSplit' as is_split
    from app_setting s, jsonb_array_elements(s.value->'days') with ordinality d(day, place)
    where s.name = 'duty_schedule' order by d.place`.execute(db);
  return {
    duty: duty.rows,
    messages: messages.rows,
    people: people.rows,
    customers: customers.rows,
    followUps: followUps.rows,
    files: files.rows,
  };
}

describe('the demo company', () => {
  it('is the same each time', async () => {
    const [left, right] = await Promise.all([contentOf(one), contentOf(other)]);
    expect([left.people.length, left.customers.length]).toEqual([29, 2000]);
    expect(left.followUps.length).toBeGreaterThan(2000);
    expect(left.messages.length).toBeGreaterThan(150);
    expect(left.files).toHaveLength(12 + 8 + 2 * 12 + 8);
    const advisers = ['13900000004', '13900000005', '13900000006'];
    expect(left.duty).toEqual(Array.from({ length: 7 }, (_, day) => ({ advisers, is_split: day < 5 })));
    expect(left).toEqual(right);
  });

  it('is believable: names, numbers, industries, regions with coordinates, contacts in their order', async () => {
    const { db } = one;
    const customers = (
      await sql<
        Record<string, string | null> & { map_address: Record<string, string>; custom: Record<string, string> }
      >`
        select customer_name, mobile, telephone, receipt_title, receipt_identifier, map_address, custom from customer
        where batch_id like 'demo-%'`.execute(db)
    ).rows;
    expect(new Set(customers.map((row) => row['customer_name'])).size).toBe(2000);
    for (const row of customers) {
      expect(row['customer_name']).toMatch(/^[\u4e00-\u9fff]{7,26}公司$/);
      if (row['mobile']) expect(isPhoneOf('86', row['mobile'])).toBe(true);
      if (row['telephone']) expect(row['telephone']).toMatch(/^0(?:10|2\d|\d{3})-[2-8]\d{7}$/);
      if (row['receipt_identifier']) expect(isCreditCode(row['receipt_identifier'])).toBe(true);
      expect(row['receipt_title'] === null).toBe(row['receipt_identifier'] === null);
      const { address = '', lng, lat, detailAddress } = row.map_address;
      expect([address, resolveRegionPath(address.split(',')) !== null]).toEqual([address, true]);
      expect(Number(lng)).toBeGreaterThan(73);
      expect(Number(lat)).toBeGreaterThan(3);
      expect(detailAddress).toMatch(/号$/);
      if (/软件/.test(row['customer_name'] ?? '')) expect(Object.values(row.custom)).toContain('IT');
    }
    const beijing = customers.filter((row) => row.map_address['address']?.startsWith('北京市'));
    expect(beijing.every((row) => row['telephone'] === null || row['telephone']?.startsWith('010-'))).toBe(true);
    const wrong = await sql<{ n: number }>`
      select count(*) as n from customer c where c.batch_id like 'demo-%' and (
        c.update_time < c.create_time or c.create_time > now() or (c.followup = 1) <> (c.last_content is not null)
        or c.last_time < c.create_time or c.last_content is distinct from (
          select f.content from follow_up f where f.type_code = 2 and f.types_id = c.customer_id order by f.create_time desc, f.record_id desc limit 1))`.execute(
      db,
    );
    expect(wrong.rows).toEqual([{ n: 0 }]);
    const owners = await sql<{ n: number }>`
      select count(*) as n from customer where batch_id like 'demo-%' and owner_user_id is not null
      group by owner_user_id order by n desc`.execute(db);
    expect(owners.rows).toHaveLength(22);
    expect(owners.rows[0]?.n ?? 0).toBeGreaterThan(3 * (owners.rows.at(-1)?.n ?? 0));
  });

  it('has leads of the salespeople, some overdue or due today, some that have become customers', async () => {
    const { rows } = await sql<Record<string, number>>`
      select count(*) filter (where is_transform = 0) as open, count(*) filter (where is_transform = 1) as converted,
        count(*) filter (where is_transform = 0 and next_time < date_trunc('day', now())) as overdue,
        count(*) filter (where is_transform = 0 and next_time::date = current_date) as today,
        count(*) filter (where followup = 1 and is_transform = 0) as followed, count(distinct owner_user_id) as owners,
        count(*) filter (where (is_transform = 1) <> (customer_id is not null) or update_time < create_time
          or (followup = 1) <> (last_content is not null) or create_time > now()) as wrong,
        count(*) filter (where is_transform = 0 and leads_name in (select customer_name from customer)) as known
      from leads where batch_id like 'demo-lead-%'`.execute(one.db);
    const { open = 0, converted = 0, overdue = 0, today = 0, followed = 0, ...rest } = rows[0] ?? {};
    expect({ open, ...rest }).toEqual({ open: 340, owners: 22, wrong: 0, known: 0 });
    expect(converted).toBeGreaterThan(50);
    expect(overdue).toBeGreaterThan(10);
    expect(today).toBeGreaterThan(3);
    expect(followed).toBeGreaterThan(150);
    const list = await one.call('CrmLeads/queryPageList', {}, { as: one.people.admin });
    expect((list.data as { totalRow: number }).totalRow).toBe(340);
  });

  it('has customers in the pool, in teams and under lock, as the rules allow them', async () => {
    const { rows } = await sql<Record<string, number>>`
      select count(*) filter (where owner_user_id is null) as pool, count(*) filter (where is_lock = 1) as locked,
        count(*) filter (where is_lock = 1 and (owner_user_id is null or deal_status = 1)) as wrongly_locked,
        count(*) filter (where (owner_user_id is null) <> (pool_time is not null) or pool_time < create_time
          and owner_user_id is null and create_time < now() - interval '20 days') as wrongly_put,
        (select count(*) from record_team) as members,
        (select count(*) from record_team t join customer c on c.customer_id = t.record_id
          where c.owner_user_id is null or c.owner_user_id = t.user_id) as wrong_members
      from customer where batch_id like 'demo-%'`.execute(one.db);
    expect(rows[0]).toMatchObject({ wrongly_locked: 0, wrongly_put: 0, wrong_members: 0 });
    for (const what of ['pool', 'locked', 'members']) expect(rows[0]?.[what]).toBeGreaterThan(20);
    const { rows: drift } = await sql`
      select from (select coalesce(owner_user_id, 0) as owner, count(*) as n from customer where deleted_at is null group by 1) r
      full join (select owner_user_id as owner, total as n from record_count where type_code = 2 and total > 0) k using (owner)
      where r.n is distinct from k.n`.execute(one.db);
    expect(drift).toEqual([]);
  });

  it('shows its files like any others, to those who may see them', async () => {
    const row = await one.db
      .selectFrom('stored_file as f')
      .innerJoin('file_batch as b', 'b.batch_id', 'f.batch_id')
      .select(['b.batch_id', 'b.create_user_id', 'b.record_id'])
      .where('f.batch_id', 'like', 'demo-customer-%')
      .executeTakeFirstOrThrow();
    const owner = { token: await tokenFor(one.db, row.create_user_id) };
    const listed = await one.call('file/queryByBatchId', { batchId: row.batch_id }, { as: owner });
    const files = listed.data as { fileId: number; name: string; url: string; fileType: string }[];
    expect(files).toHaveLength(2);
    const opened = await one.app.inject({
      method: 'GET',
      url: files[0]?.url ?? '',
      headers: { 'admin-token': owner.token },
    });
    expect([opened.statusCode, opened.headers['content-type']]).toEqual([200, 'image/jpeg']);
    const foreign = await one.call('file/queryByBatchId', { batchId: row.batch_id }, { as: one.people.stranger });
    expect(foreign.code).toBe(404);
    const list = await one.call('system/user/queryUserList', { limit: 100 }, { as: owner });
    const pictures = (list.data as { list: { img: string }[] }).list.filter((person) => person.img !== '');
    expect(pictures).toHaveLength(12);
    // what was written for the demo passes the checks for uploads
    const kinds = await one.db
      .selectFrom('stored_file')
      .select(['file_id', 'name', 'storage_key'])
      .where('batch_id', 'like', 'demo-%')
      .execute();
    for (const suffix of ['报价单.pdf', '需求清单.xlsx', '现场照片.jpg', '头像.jpg']) {
      const found = kinds.find((file) => file.name === suffix);
      const { stream } = await one.services.files.open(found?.storage_key ?? '');
      const content = Buffer.concat(await stream.toArray());
      const again = await one.call('file/upload', {}, { as: owner, file: { name: suffix, content } });
      expect([suffix, again.code]).toEqual([suffix, 0]);
    }
  });

  it('counts and logs what it holds', async () => {
    const { admin } = one.people;
    const list = await one.call('CrmCustomer/queryPageList', { search: '科技' }, { as: admin });
    expect(list.code).toBe(0);
    expect((list.data as { totalRow: number }).totalRow).toBeGreaterThan(30);
    const all = await one.call('CrmCustomer/queryPageList', {}, { as: admin });
    const pool = await one.call('CrmCustomer/queryPoolPageList', {}, { as: admin });
    const totals = [all, pool].map(({ data }) => (data as { totalRow: number }).totalRow);
    expect(totals.every((total) => total > 0)).toBe(true);
    expect(totals.reduce((sum, total) => sum + total)).toBe(2000);
    const { customer_id: customerId } = (
      await sql<{
        customer_id: number;
      }>`select customer_id from customer where last_content is not null limit 1`.execute(one.db)
    ).rows[0] ?? { customer_id: 0 };
    const followUps = await one.call('CrmCustomer/getRecord', { customerId }, { as: admin });
    const log = await one.call('CrmRecord/queryRecordList', { actionId: customerId, types: 2 }, { as: admin });
    expect((log.data as unknown[]).length).toBe((followUps.data as unknown[]).length + 1);
  });

  it('tells what happened to each record in its order', async () => {
    const { rows } = await sql<{ type: string; n: number }>`
      select type, count(*) as n from (
        select type, created_at < lag(created_at) over (partition by type_code, record_id order by event_id) as is_late from event
      ) as followed where is_late group by 1`.execute(one.db);
    expect(rows).toEqual([]);
  });

  it('keeps some numbers from messages, in their one form, and has given away six provinces', async () => {
    const { rows: numbers } = await sql<{ areaCode: string; phone: string; flag: number }>`
      select area_code as "areaCode", phone, enable_flag as flag from sms_blacklist`.execute(one.db);
    expect(numbers.map(({ areaCode, phone }) => storedMobile(phone, areaCode))).toEqual(
      numbers.map(({ areaCode, phone }) => ({ areaCode, phone })),
    );
    expect([numbers.length, numbers.filter(({ flag }) => flag === 0).length]).toEqual([10, 1]);
    const { rows: regions } = await sql<{ code: number; people: number; dept: string }>`
      select m.region_code as code, cardinality(m.user_ids) as people, d.name as dept
      from public_course_map m join department d on d.dept_id = m.promotion_org_id order by 1`.execute(one.db);
    expect(regions.map(({ code, people }) => [provinceOf(code) !== undefined, people])).toEqual(
      Array.from({ length: 6 }, () => [true, 3]),
    );
    expect(new Set(regions.map(({ dept }) => dept)).size).toBe(3);
  });

  it('has logs of what people did and of logins, with what was refused', async () => {
    const { rows } = await sql<{ log: string; entries: number; refused: number }>`
      select 'operations' as log, count(*)::int as entries, count(*) filter (where result <> '')::int as refused from operation_log
      union all select 'logins', count(*)::int, count(*) filter (where result = 'refused')::int from audit where what = 'login'`.execute(
      one.db,
    );
    expect(rows.map(({ log, entries, refused }) => [log, entries >= 10, refused >= 2])).toEqual([
      ['operations', true, true],
      ['logins', true, true],
    ]);
  });

  it('has a form on the website whose rules fit leads, and a source of another program', async () => {
    const { rows } = await sql<{ id: number; name: string; kind: number; isOn: boolean }>`
      select s.lead_source_id as id, s.name, s.kind, f.options ? s.name as "isOn"
      from lead_source s, record_field f join lead_source_field using (field_id) where s.kind > 1 order by s.kind`.execute(
      one.db,
    );
    expect(rows.map(({ name, isOn }) => [name, isOn])).toEqual([
      ['线上询价', true],
      ['线上注册', true],
    ]);
    const sources = await sourcesOf(
      one.db,
      rows.map(({ id }) => id),
    );
    const form = sources.find(({ name }) => name === '线上询价');
    expect([form?.form.fieldIds.length, form?.rules.map(({ to }) => to)]).toEqual([3, ['duty', 'turn']]);
    expect(form?.rules.at(-1)?.userIds).toHaveLength(3);
  });

  it('has business cards, one of a type for a person, with photos as they have to be', async () => {
    const { rows: cards } = await sql<{ key: string | null; mobile: string; status: number }>`
      select f.storage_key as key, c.mobile, c.status::int as status
      from business_card c left join stored_file f on f.file_id = c.photo_file_id`.execute(one.db);
    expect([cards.length, cards.filter(({ status }) => status === 0).length]).toEqual([10, 1]);
    expect(cards.filter(({ mobile }) => storedMobile(mobile)?.phone !== mobile)).toEqual([]);
    const photos = cards.flatMap(({ key }) => (key === null ? [] : [one.services.files.pathOf(key)]));
    const sizes = await Promise.all(photos.map(async (path) => sharp(path).metadata()));
    expect(new Set(sizes.map(({ width, height }) => `${width} ${height}`))).toEqual(new Set(['450 630']));
    expect(sizes).toHaveLength(8);
  });

  it('has an operation guide for every module, one item of it hidden', async () => {
    const { rows } = await sql<{ module: number; status: number }>`
      select module::int as module, status::int as status from guide_item`.execute(one.db);
    expect(new Set(rows.map(({ module }) => module))).toEqual(new Set([2, 3, 4, 5, 7]));
    expect([rows.length, rows.filter(({ status }) => status === 0).length]).toEqual([9, 1]);
    const used = await sql`
      select 1 from guide_item i where i.status = 1 and exists (select from guide_use where item_id = i.item_id)`.execute(
      one.db,
    );
    expect(used.rows).toHaveLength(8);
  });

  it('has a webhook that is off, with what it once delivered', async () => {
    const { rows } = await sql<{ isOn: number; states: number[] }>`
      select w.is_on::int as "isOn", array_agg(o.state::int order by o.outbox_id) as states
      from webhook w join outbox o on o.target = 'webhook ' || w.webhook_id group by w.webhook_id`.execute(one.db);
    expect(rows).toEqual([{ isOn: 0, states: [1, 1, 1, 2] }]);
  });

  it('comes once: a company with an administrator is left alone', async () => {
    const before = await contentOf(one);
    expect(await loadDemo(one.services)).toEqual([]);
    expect(await contentOf(one)).toEqual(before);
  });

  it('gives every customer one to four contacts, whose owner is the customer’s', async () => {
    const { rows } = await sql<{
      most: number;
      least: number;
      customers: number;
      deciders: number;
      addressees: number;
      astray: number;
    }>`
      select max(n) as most, min(n) as least, count(*) as customers, sum(deciders)::int as deciders, sum(addressees)::int as addressees, sum(astray)::int as astray
      from (
        select c.customer_id, count(p.contacts_id) as n,
          count(*) filter (where p.custom::text like '%"是"%') as deciders, count(p.address) as addressees,
          count(*) filter (where p.owner_user_id is distinct from c.owner_user_id or p.create_time < c.create_time) as astray
        from customer c left join contacts p using (customer_id) where c.batch_id like 'demo-%' group by 1) as counted`.execute(
      one.db,
    );
    expect(rows[0]).toMatchObject({ most: 4, least: 1, customers: 2000, astray: 0 });
    expect(rows[0]?.deciders).toBeGreaterThan(500);
    expect(rows[0]?.addressees).toBeGreaterThan(500);
    const { rows: people } = await sql<{
      name: string;
      mobile: string | null;
    }>`select name, mobile from contacts`.execute(one.db);
    for (const { name, mobile } of people) {
      expect(name).toMatch(/^[\u4e00-\u9fff]{2,4}$/);
      if (mobile !== null) expect(isPhoneOf('86', mobile)).toBe(true);
    }
  });

  it('has had a year of deals: won, lost and late ones, whose money agrees with the ledger', async () => {
    const dealsOf = async ({ db }: Company) =>
      (
        await sql<Record<string, number>>`
          select count(*) filter (where is_end = 0)::int as open, count(*) filter (where is_end = 1)::int as won,
            count(*) filter (where is_end = 2)::int as lost,
            count(*) filter (where is_end = 0 and deal_date < current_date)::int as late,
            (select count(*) from contract where check_status = 1)::int as contracts,
            (select sum(contract_money) from contract)::float as agreed,
            (select sum(received_money) from contract)::float as received,
            (select sum(credit_money) from contract)::float as credit,
            (select sum(amount) from ledger_entry)::float as balance,
            (select -sum(amount) from ledger_entry where account = 'contracted')::float as contracted,
            (select count(*) from receivables_plan where status = 0 and return_date < current_date)::int as overdue,
            (select count(*) from receipt where invoice_status = 1)::int as issued,
            (select count(*) from receipt where invoice_status = 0)::int as "toIssue",
            (select sum(money) from receipt where invoice_status = 1)::float as "onInvoices",
            (select sum(invoiced_money) from contract)::float as invoiced,
            (select count(*) from express where status = 0)::int as "toSend",
            (select count(*) from express where status in (2, 3))::int as sent,
            (select count(*) from express where status in (2, 3) and not exists (
              select from express_deliver d where d.express_id = express.express_id))::int as "withoutParcel"
          from business where batch_id like 'demo-deal-%'`.execute(db)
      ).rows[0] ?? {};
    const deals = await dealsOf(one);
    expect(await dealsOf(other)).toEqual(deals);
    for (const some of ['open', 'won', 'lost', 'late', 'overdue', 'contracts', 'issued', 'sent'])
      expect(deals[some]).toBeGreaterThan(5);
    for (const some of ['toIssue', 'toSend']) expect(deals[some]).toBeGreaterThan(0);
    expect(deals).toMatchObject({
      balance: 0,
      // one customer has paid too much
      credit: 1200,
      contracted: deals['agreed'],
      onInvoices: deals['invoiced'],
      withoutParcel: 0,
    });
    expect(deals['received']).toBeLessThan(deals['agreed'] ?? 0);
  });

  it('has goals of two years that its deals come near to, and that add up but for one region', async () => {
    const { rows } = await sql<Record<string, number>>`
      select (select sum(contract_money) from contract where check_status = 1)::float
          / (select sum(m) from goal g, unnest(g.months) m where g.user_id is not null and g.status = 1
              and g.year = extract(year from now())) as reached,
        (select count(*) from goal where user_id is not null)::int as people,
        (select count(*) from goal where dept_id is not null)::int as depts,
        (select count(distinct year) from goal)::int as years`.execute(one.db);
    expect(rows[0]).toMatchObject({ people: 21 * 4, depts: 5 * 4, years: 2 });
    expect(rows[0]?.['reached']).toBeGreaterThan(0.6);
    expect(rows[0]?.['reached']).toBeLessThan(1.3);
    const { rows: gaps } = await sql<{ name: string }>`
      select d.name from goal g join department d using (dept_id),
        lateral (select sum(m) as own from unnest(g.months) m) o,
        lateral (
          select coalesce(sum(m), 0) as below from goal b left join department bd on bd.dept_id = b.dept_id
            left join app_user u on u.user_id = b.user_id, unnest(b.months) m
          where b.year = g.year and b.status = g.status and (bd.pid = g.dept_id or u.dept_id = g.dept_id)) s
      where own <> below group by d.name`.execute(one.db);
    expect(gaps).toEqual([{ name: '华东销售部' }]);
  });
});
