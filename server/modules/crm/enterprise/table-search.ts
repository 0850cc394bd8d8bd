import { sql } from 'kysely';
import '#server/modules/crm/enterprise/tables.ts';
import type { EnterpriseSearch } from '#server/modules/crm/enterprise/search.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { tokensOf } from '#server/record/search.ts';
import { enterpriseStatus, type Enterprise } from '#shared/crm/enterprise.ts';

/** Counting stops here: nobody turns fifty pages. */
const mostCounted = 1000;
/** A single character stands in half of all names. */
const leastCharacters = 2;

/** Companies that are kept here: by any part of the name, the closest first, or by the whole credit code. */
export const tableSearch = (db: Database): EnterpriseSearch => ({
  async search(key, { pageSize, pageIndex }) {
    const text = key.normalize('NFKC').trim().toLowerCase();
    if ([...text].length < leastCharacters) return { status: enterpriseStatus.ok, message: '', list: [], total: 0 };
    const literal = text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
    const { rows } = await sql<Enterprise & { total: number }>`
      with found as (
        select e.* from enterprise e
        where search_tokens(e.search_text) @> ${tokensOf(text)}::text[] and e.search_text like ${`%${literal}%`}
        union
        select e.* from enterprise e where e.credit_code = ${text.toUpperCase()} and e.credit_code <> ''
        limit ${mostCounted}
      )
      select name as "Name", credit_code as "CreditCode", legal_person as "OperName", registered_capital as "RegistCapi",
        paid_capital as "RecCap", status as "Status", nature_code as "NatureCode", headcount as "PersonScope",
        industry as "Industry", region as "Region", address as "Address", phone as "Phone", email as "Email",
        website as "WebSite", coalesce(founded_date::text, '') as "StartDate", count(*) over () as total
      from found
      order by search_text = ${text} desc, search_text like ${`${literal}%`} desc, length(name), name
      limit ${pageSize} offset ${(pageIndex - 1) * pageSize}`.execute(db);
    return {
      status: enterpriseStatus.ok,
      message: '',
      list: rows.map(({ total: _total, ...company }) => company),
      total: rows[0]?.total ?? 0,
    };
  },
});
