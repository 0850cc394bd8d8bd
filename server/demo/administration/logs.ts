import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';

/** What people did at some hours of the last days: hours ago, call, kind, object, and the code of a refusal. */
const deeds = [
  [2, 'CrmCustomer/addOrUpdate', 'change', 'crm_customer', ''],
  [3, 'CrmCustomer/allExportExcel', 'export', 'crm_customer', ''],
  [5, 'CrmLeads/transfer', 'convert', 'crm_leads', ''],
  [7, 'CrmContract/saveAndUpdate', 'add', 'crm_contract', ''],
  [9, 'CrmCustomer/deleteByIds', 'delete', 'crm_customer', 'access.denied'],
  [26, 'examineRecord/auditExamine', 'approve', 'approval', ''],
  [28, 'CrmCustomer/queryList', 'check', 'crm_customer', ''],
  [31, 'system/role/updateRoleMenu', 'rights', 'role', 'access.denied'],
  [50, 'CrmReceivables/saveOrUpdate', 'add', 'crm_receivables', ''],
  [55, 'CrmLeads/uploadExcel', 'import', 'crm_leads', ''],
] as const;
const rows = deeds.map(([hours, call, kind, object, result], n) => ({ n, hours, call, kind, object, result }));
const device =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** Two days of work and logins in the logs, so that they are not empty. */
export async function fillLogs(db: Database): Promise<void> {
  await sql`
    insert into operation_log (user_id, call, kind, object, subject, record_id, records, result, address, created_at)
    select p.user_id, r.call, r.kind, r.object,
      case when c.customer_id is null then '' else 'crm_customer' end, c.customer_id, (c.customer_id is not null)::int, r.result,
      '192.168.1.' || 20 + p.place, now() - make_interval(hours => r.hours, mins => p.place::int)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(n int, hours int, call text, kind text, object text, result text)
    join (select user_id, row_number() over (order by user_id) as place, count(*) over () as people from app_user where status = 1) p
      on p.place = 1 + r.n % p.people
    left join lateral (select customer_id from customer where owner_user_id = p.user_id and r.object = 'crm_customer'
      and r.kind in ('change', 'delete') order by customer_id limit 1) c on true`.execute(db);
  await sql`
    insert into audit (user_id, what, subject, result, address, created_at, device, reason)
    select case when n = 3 then null else p.user_id end, 'login', case when n = 3 then '139***12' else 'login 0' end,
      case when n in (1, 3) then 'refused' else 'done' end, '192.168.1.' || 20 + p.place,
      now() - make_interval(hours => (n * 7)::int, mins => p.place::int), ${device},
      case n when 1 then 'password' when 3 then 'unknown' else '' end
    from (select user_id, row_number() over (order by user_id) as place from app_user where status = 1 limit 4) p
    cross join generate_series(0, 4) as n`.execute(db);
}
