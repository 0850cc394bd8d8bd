import { sql, type RawBuilder } from 'kysely';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { invoiceType } from '#shared/crm/invoices/invoice-type.ts';
import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';
import { planType } from '#shared/crm/plans/plan-type.ts';
import { productType } from '#shared/crm/products/product-type.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';
import { shipmentType } from '#shared/crm/shipments/shipment-type.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { stateColumns } from '#shared/record/states/state.ts';

type Broken = readonly [string, RawBuilder<{ id: number }>];
const types: readonly RecordType[] = [
  opportunityType,
  contractType,
  planType,
  receivableType,
  invoiceType,
  shipmentType,
  productType,
];
/** Columns whose state the log tells otherwise: the order of a change, and the end of an opportunity before it has a stage. */
const toldOtherwise: readonly string[] = ['change_status'];

/** Of every type and column of states: the state is the one that the last change which was not undone has led to. */
const statesOfLog = types.flatMap((type) =>
  stateColumns(type)
    .filter(({ column }) => !toldOtherwise.includes(column))
    .map(({ column }): Broken => [
      `${type.name}.${column} is not what its log says`,
      sql`
          select r.${sql.ref(type.idColumn)} as id from ${sql.table(type.table)} as r
          join lateral (
            select (c ->> 'to') as state from event as e, jsonb_array_elements(e.changes) as c
            where e.type_code = ${type.code} and e.record_id = r.${sql.ref(type.idColumn)} and c ->> 'id' = ${column}
              and not exists (
                select from operation_row as o where o.operation_id = (e.details ->> 'operationId')::bigint
                  and o.record_id = e.record_id and o.undo = 'undone')
            order by e.version desc, e.event_id desc limit 1) as said on true
          where said.state is distinct from r.${sql.ref(column)}::text`,
    ]),
);

/** Of every type: the log ends with the version that the record has. */
const versionsOfLog = types.map((type): Broken => [
  `${type.name} has another version than its log`,
  sql`
      select r.${sql.ref(type.idColumn)} as id from ${sql.table(type.table)} as r
      where r.version is distinct from (
        select max(e.version) from event as e
        where e.type_code = ${type.code} and e.record_id = r.${sql.ref(type.idColumn)})`,
]);

const documents = sql`(
  select 6 as code, contract_id as id, check_status, deleted_at from contract
  union all select 7, receivables_id, check_status, deleted_at from receivables
  union all select 21, receipt_id, check_status, deleted_at from receipt)`;

const approvals: readonly Broken[] = [
  [
    'a document is not in the state of its approval',
    sql`
      select a.record_id as id from approval a join ${documents} d on d.code = a.type_code and d.id = a.record_id
      where a.status <> d.check_status`,
  ],
  [
    'a document was decided on and has no approval',
    sql`
      select d.id from ${documents} d where d.check_status <> 5
        and not exists (select from approval a where a.type_code = d.code and a.record_id = d.id)`,
  ],
  [
    'an approval is not in the state that its log ends with',
    sql`
      select a.record_id as id from approval a
      join lateral (
        select l.action from approval_log l where l.approval_id = a.approval_id
          and l.action in ('drafted', 'submitted', 'passed', 'passed_by_system', 'rejected', 'withdrawn', 'discarded')
        order by l.log_id desc limit 1) as last on true
      where not case last.action
        when 'drafted' then a.status = 5
        when 'submitted' then a.status = 0
        when 'passed' then a.status in (1, 3)
        when 'passed_by_system' then a.status = 1
        when 'rejected' then a.status = 2
        -- an undone opening balance is a draft again
        when 'withdrawn' then a.status in (4, 5)
        else a.status = 6 end`,
  ],
  [
    'a running approval waits for nobody',
    sql`
      select a.record_id as id from approval a
      where a.status in (0, 3) and not exists (
        select from approval_task t where t.approval_id = a.approval_id and t.round = a.round and t.state = 'pending')`,
  ],
  [
    'an approval that has ended waits for somebody',
    sql`
      select a.record_id as id from approval a join approval_task t using (approval_id)
      where t.state = 'pending' and (a.status not in (0, 3) or t.round <> a.round)`,
  ],
  [
    'a decision is not in the log, or not once',
    sql`
      select t.record_id as id from approval_task t
      where t.state in ('passed', 'rejected') and (
        select count(*) from approval_log l
        where l.approval_id = t.approval_id and l.round = t.round and l.task_key = t.key and l.action = t.state) <> 1`,
  ],
  [
    'somebody has passed an own document',
    sql`
      select a.record_id as id from approval a join approval_round r using (approval_id)
      join approval_log l on l.approval_id = r.approval_id and l.round = r.round
      where l.action = 'passed' and l.user_id in (r.author_id, r.owner_id)`,
  ],
];

const opportunities: readonly Broken[] = [
  [
    'an opportunity is not in the stage that its history ends with',
    sql`
      select b.business_id as id from business b
      left join lateral (
        select s.status_id, s.is_end from business_stage s where s.business_id = b.business_id
        order by s.stage_id desc limit 1) as last on true
      where (b.status_id, b.is_end) is distinct from (last.status_id, last.is_end)`,
  ],
  [
    'the sums of a stage are not those of its opportunities',
    sql`
      select coalesce(k.status_id, s.status_id) as id
      from (select owner_user_id, status_id, is_end, total, money from business_sum where total <> 0) k
      full join (
        select coalesce(owner_user_id, 0) as owner_user_id, status_id, is_end, count(*) as total, coalesce(sum(money), 0) as money
        from business where deleted_at is null group by 1, 2, 3) s
      on (k.owner_user_id, k.status_id, k.is_end) = (s.owner_user_id, s.status_id, s.is_end)
      where (k.total, k.money) is distinct from (s.total, s.money)`,
  ],
];

const goods: readonly Broken[] = [
  [
    'a shipment is not in the state that its parcels lead to',
    sql`
      select r.express_id as id from express r
      cross join lateral (
        select coalesce(bool_or(l.num > l.sent), false) as lacks, coalesce(sum(l.sent), 0) > 0 as has_left from (
          select l.num, coalesce((
            select sum(i.num) from express_deliver_item i where i.line_id = l.line_id), 0) as sent
          from express_line l where l.express_id = r.express_id) l) as s
      where not case r.status
        when 0 then not s.has_left
        when 1 then s.has_left and s.lacks
        when 2 then s.has_left and not s.lacks
        when 3 then s.has_left and not s.lacks
        when 5 then not s.has_left
        else true end`,
  ],
  [
    'more is shipped than was sold',
    sql`
      select r.contract_id as id from express r
      join contract c on c.contract_id = r.contract_id and c.check_status = 1
      join express_line l on l.express_id = r.express_id
      where r.deleted_at is null and r.status not in (4, 5) and exists (
        select from express_deliver_item i where i.line_id = l.line_id)
      group by r.contract_id, l.product_id
      having sum(l.num) > (
        select coalesce(sum(p.num), 0) from contract_product p
        where p.contract_id = r.contract_id and p.product_id = l.product_id)`,
  ],
];

/** No document in a state that its history does not explain, and nobody who has passed an own one. */
export const brokenStates: readonly Broken[] = [
  ...statesOfLog,
  ...versionsOfLog,
  ...approvals,
  ...opportunities,
  ...goods,
];
