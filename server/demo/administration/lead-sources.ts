import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';

const sources = [
  { name: '线上询价', code: 'WEB', kind: 2, remark: '官网首页的询价表单' },
  { name: '线上注册', code: 'APP', kind: 3, remark: '小程序注册后自动提交' },
  { name: '广告', code: 'AD', kind: 1, remark: '行业媒体和电梯广告' },
] as const;

const form = {
  title: '获取报价',
  titleEn: 'Ask for a quote',
  intro: '留下联系方式，一个工作日内与您联系。',
  introEn: 'Leave your number and we will call you within one working day.',
  thanks: '已收到，我们会尽快与您联系！',
  thanksEn: 'Received, we will call you soon!',
};

/** The form of the website with its rules, a source of another program, and what is known of a third. */
export async function fillLeadSources(db: Database, people: readonly number[]): Promise<void> {
  await sql`
    update lead_source s set code = g.code, kind = g.kind, remark = g.remark, create_user_id = 3
    from jsonb_to_recordset(${JSON.stringify(sources)}::jsonb) as g(name text, code text, kind smallint, remark text)
    where s.name = g.name`.execute(db);
  const [keeper, ...others] = people;
  await sql`
    update lead_source set keeper_user_id = ${keeper ?? null},
      form = ${JSON.stringify(form)}::jsonb || jsonb_build_object('fieldIds', (
        select jsonb_agg(field_id order by sorting) from record_field
        where type_code = 1 and field_name in ('mobile', '客户行业', 'remark'))),
      rules = jsonb_build_array(
        jsonb_build_object('key', 'it', 'to', 'duty', 'userIds', '[]'::jsonb, 'conditions', (
          select jsonb_build_array(jsonb_build_object('fieldName', field_name, 'formType', form_type, 'condition', 'is',
            'value', 'IT', 'column', 'f' || field_id))
          from record_field where type_code = 1 and field_name = '客户行业')),
        jsonb_build_object('key', 'rest', 'to', 'turn', 'userIds', ${JSON.stringify(others)}::jsonb, 'conditions', '[]'::jsonb))
    where name = '线上询价'`.execute(db);
}
