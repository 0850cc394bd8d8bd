import { sql } from 'kysely';
import '#server/modules/crm/enterprise/tables.ts';
import { companyFields } from '#server/modules/crm/enterprise/company-fields.ts';
import type { EnterpriseSearch } from '#server/modules/crm/enterprise/enterprise-search.ts';
import { holding, literal } from '#server/platform/database/like.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { tokensOf } from '#server/record/query/search.ts';
import { enterpriseStatus, leastCompanyCharacters, type Enterprise } from '#shared/crm/enterprise/enterprise.ts';

/** Counting stops here: nobody reads fifty pages. */
const mostCounted = 1000;

/** Columns by their wire names. */
const selected = Object.entries(companyFields).map(([name, { column }]) => {
  const value = column === 'founded_date' ? sql`coalesce(founded_date::text, '')` : sql.ref(column);
  return sql`${value} as ${sql.ref(name)}`;
});

/** Companies stored here: by any part of the name, the closest first, or by the whole credit code. */
export const tableSearch = (db: Database): EnterpriseSearch => ({
  async search(key, { pageSize, pageIndex }) {
    const text = key.normalize('NFKC').trim().toLowerCase();
    if ([...text].length < leastCompanyCharacters)
      return { status: enterpriseStatus.ok, message: '', list: [], total: 0 };
    const { rows } = await sql<Enterprise & { total: number }>`
      with found as (
        select e.* from enterprise e
        where search_tokens(e.search_text) @> ${tokensOf(text)}::text[] and e.search_text like ${holding(text)}
        union
        select e.* from enterprise e where e.credit_code = ${text.toUpperCase()} and e.credit_code <> ''
        limit ${mostCounted}
      )
      select ${sql.join(selected)}, count(*) over () as total
      from found
      order by search_text = ${text} desc, search_text like ${`${literal(text)}%`} desc, length(name), name
      limit ${pageSize} offset ${(pageIndex - 1) * pageSize}`.execute(db);
    return {
      status: enterpriseStatus.ok,
      message: '',
      list: rows.map(({ total: _total, ...company }) => company),
      total: rows[0]?.total ?? 0,
    };
  },
});
