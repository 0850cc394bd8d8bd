import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import { fixtureDocument } from '#server/testing/fixtures/document.ts';

const { code } = fixtureDocument.type;

/** Each answers the documents that contradict it; every one is a single statement and sees one moment. */
const queries: Readonly<Record<string, RawBuilder<{ id: number }>>> = {
  'a subtotal is not price times number': sql`
    select document_id as id from fixture_document_line where subtotal is distinct from round(sales_price * num, 2)`,
  'a total is not what the lines come to by the agreed rate': sql`
    select d.document_id as id from fixture_document as d,
      lateral (select coalesce(sum(subtotal), 0) as subtotals from fixture_document_line where document_id = d.document_id) as s
    where d.total_price is distinct from round(s.subtotals * (1 - coalesce(d.agreed_rate, 0) / 100), 2)
      -- a total that was typed agrees on the rate that it comes to, which may be none that can be written down
      and (d.agreed_rate is distinct from d.discount_rate
        or d.agreed_rate = 0 and abs(s.subtotals - d.total_price) > s.subtotals * 0.00005 and s.subtotals <> 0)`,
  'a rate is not how far the total is below the lines': sql`
    select d.document_id as id from fixture_document as d,
      lateral (select coalesce(sum(subtotal), 0) as subtotals from fixture_document_line where document_id = d.document_id) as s
    where d.discount_rate is distinct from
      case when s.subtotals = 0 then 0 else round((s.subtotals - d.total_price) * 100 / s.subtotals, 2) end`,
  'a formula does not say what it is made from': sql`
    select document_id as id from fixture_document where tax is distinct from round(total_price * 0.13, 2)`,
  'two documents have one number': sql`
    select min(document_id) as id from fixture_document where num is not null and deleted_at is null group by num having count(*) > 1`,
  'lines do not stand one behind the other': sql`
    select document_id as id from fixture_document_line group by document_id having count(*) <> max(place) + 1 or count(distinct place) <> count(*)`,
  'a state does not follow from what happened': sql`
    select d.document_id as id from fixture_document as d
    where d.status <> coalesce((
      select (c ->> 'to')::int from event as e, jsonb_array_elements(e.changes) as c
      where e.type_code = ${code} and e.record_id = d.document_id and c ->> 'id' = 'status'
        and not exists (
          select from operation_row as o where o.operation_id = (e.details ->> 'operationId')::bigint
            and o.record_id = e.record_id and o.undo = 'undone')
      order by e.version desc limit 1), 0)`,
  'a transition that there is not': sql`
    select e.record_id as id from event as e, jsonb_array_elements(e.changes) as c
    where e.type_code = ${code} and c ->> 'id' = 'status' and e.type not like '%.undone'
      and (c ->> 'from')::int * 10 + (c ->> 'to')::int not in (1, 12, 10, 20, 3, 13)`,
  'versions of the log do not end with that of the document': sql`
    select d.document_id as id from fixture_document as d
    where d.version is distinct from (
      select max(e.version) from event as e where e.type_code = ${code} and e.record_id = d.document_id)`,
  'a counter is not the number of documents': sql`
    select r.owner as id from
      (select owner_user_id, total from record_count where type_code = ${code} and total <> 0) as c
      full join (
        select coalesce(owner_user_id, 0) as owner, count(*) as total from fixture_document where deleted_at is null group by 1) as r
      on r.owner = c.owner_user_id
    where c.total is distinct from r.total`,
};

/** What does not hold of the documents of a database, with some of those of which it does not. Empty when all is well. */
export async function brokenDocuments(db: Database): Promise<string[]> {
  const broken: string[] = [];
  for (const [name, query] of Object.entries(queries)) {
    const { rows } = await query.execute(db);
    if (rows.length > 0) broken.push(`${name}: ${rows.slice(0, 3).map(({ id }) => id)} of ${rows.length}`);
  }
  return broken;
}
