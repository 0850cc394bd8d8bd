import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';

/** Items by module, each in its order. */
const items = [
  {
    title: '五分钟上手：录入线索与转化客户',
    module: 2,
    tags: ['入门', '线索'],
    url: 'https://help.example.com/videos/leads.mp4',
  },
  { title: '写跟进、安排下次联系', module: 2, tags: ['入门'], url: 'https://help.example.com/videos/follow-up.mp4' },
  {
    title: '从商机到合同：报价、审批与签署',
    module: 2,
    tags: ['合同', '审批'],
    url: 'https://help.example.com/videos/contract.mp4',
  },
  { title: '批量导入客户的表格怎么填', module: 2, tags: ['导入'], url: 'https://help.example.com/articles/import' },
  { title: '秋季公开课海报', module: 3, case: 4, tags: ['公开课'], url: 'https://help.example.com/posters/autumn' },
  {
    title: '制造企业销售团队管理案例',
    module: 4,
    case: 2,
    tags: ['制造业'],
    url: 'https://help.example.com/cases/manufacturing',
  },
  {
    title: '连锁零售续费案例',
    module: 4,
    case: 6,
    tags: ['零售', '续费'],
    url: 'https://help.example.com/cases/retail',
  },
  {
    title: '首次电话的开场与提问',
    module: 5,
    case: 1,
    tags: ['电话'],
    url: 'https://help.example.com/talk/first-call',
  },
  { title: '渠道合作政策（旧版）', module: 7, tags: [], url: 'https://help.example.com/partners/2025', isOff: true },
] as const;

/** Nine items of the operation guide, opened by colleagues the more often the older they are. */
export async function fillOperationGuide(db: Database): Promise<void> {
  const rows = items.map(({ title, module, tags, url, ...rest }, at) => ({
    title,
    module,
    tags,
    url,
    caseType: 'case' in rest ? rest.case : null,
    status: 'isOff' in rest ? 0 : 1,
    sort: at + 1,
  }));
  await sql`
    insert into guide_item (title, module, case_type, tags, url, sort, status, create_user_id, create_time, update_user_id,
      update_time)
    select title, module, "caseType", tags, url, sort, status, 3, now() - make_interval(days => 200 - 12 * sort), 3,
      now() - make_interval(days => 200 - 12 * sort)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i(title text, module smallint, "caseType" smallint, tags text[],
      url text, sort int, status smallint)
    order by sort`.execute(db);
  await sql`
    insert into guide_use (item_id, user_id, kind, day, times, last_time)
    select i.item_id, u.user_id, k.kind, current_date - (3 * i.sort + u.user_id % 5), 1 + (u.user_id + i.sort) % 3,
      now() - make_interval(days => 3 * i.sort + u.user_id % 5)
    from guide_item i, app_user u, (values ('view', 9), ('share', 4)) as k(kind, most)
    where i.status = 1 and u.status = 1 and (u.user_id + i.sort) % 10 < k.most - i.sort / 2`.execute(db);
}
