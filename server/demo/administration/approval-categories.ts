import { sql } from 'kysely';
import { ownCategories } from '#server/approval/flows/stored-flows.ts';
import type { Database } from '#server/platform/database/tables.ts';

/** Categories with their fields beside the reason: name, type, options. */
const categories = [
  {
    title: '用章申请',
    remarks: '合同、证明等文件用章，次日取件',
    status: 1,
    steps: [{ stepType: 1, checkUserId: [], ccUserId: [] }],
    fields: [
      ['用章类型', 'select', ['公章', '合同章', '财务章']],
      ['份数', 'number', []],
    ],
  },
  {
    title: '采购申请',
    remarks: '办公用品与设备，超过 2000 元请附报价',
    status: 1,
    steps: [
      { stepType: 1, checkUserId: [], ccUserId: [] },
      { stepType: 4, checkUserId: [], ccUserId: [] },
    ],
    fields: [
      ['预算（元）', 'floatnumber', []],
      ['期望到货日期', 'date', []],
    ],
  },
  { title: '外出申请', remarks: '', status: 0, steps: [], fields: [['外出时间', 'datetime', []]] },
] as const;

/** Three categories of the company's own, one of them disabled. */
export async function fillApprovalCategories(db: Database): Promise<void> {
  for (const { title, remarks, status, steps, fields } of categories) {
    const form = [['审批事由', 'textarea', []], ['备注', 'textarea', []], ...fields] as const;
    const { rows } = await sql<{ id: number }>`
      insert into approval_category (title, remarks, status, create_user_id, fields)
      select ${title}, ${remarks}, ${status}, 3, jsonb_agg(jsonb_build_object(
        'fieldId', nextval('approval_category_field_id'),
        'fieldName', case at when 1 then 'content' when 2 then 'remark' else f ->> 0 end, 'name', f ->> 0, 'formType', f ->> 1,
        'required', at = 1, 'unique', false, 'hidden', false, 'options', f -> 2, 'maxLength', null, 'defaultValue', '',
        'inputTips', '', 'remark', '', 'operating', case when at < 3 then 1 else 0 end) order by at)
      from jsonb_array_elements(${JSON.stringify(form)}::jsonb) with ordinality as e (f, at)
      returning category_id as id`.execute(db);
    await sql`
      insert into approval_flow (category_type, examine_type, name, steps, create_user_id)
      select ${ownCategories} + ${rows[0]?.id ?? 0}::int, ${steps.length > 0 ? 1 : 2}, ${title},
        ${JSON.stringify(steps)}::jsonb, 3`.execute(db);
  }
}
