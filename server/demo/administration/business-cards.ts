import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';

/** Cards by the login name of the person: the type, a few words, and how long ago it was made. */
const cards = [
  { username: '13900000001', type: 4, introduction: '负责华北区域的团队与重点客户', days: 190 },
  { username: '13900000002', type: 4, introduction: '', days: 190 },
  { username: '13900000003', type: 4, introduction: '', days: 188 },
  { username: '13900000004', type: 2, introduction: '八年企业培训顾问经验，熟悉制造与零售行业', days: 120 },
  { username: '13900000005', type: 2, introduction: '为中小企业提供课程规划与落地辅导', days: 120 },
  { username: '13900000006', type: 2, introduction: '', days: 96 },
  { username: '13900000007', type: 2, introduction: '', isOff: true, days: 60 },
  { username: '13900000001', type: 3, introduction: '公开课讲师，主讲“销售团队管理”', days: 33 },
  { username: '13900000023', type: 3, introduction: '公开课讲师，主讲“品牌与获客”', days: 12 },
  { username: '13900000028', type: 1, introduction: '', days: 5 },
] as const;

/** Ten business cards, which say what the staff list says. */
export async function fillBusinessCards(db: Database): Promise<void> {
  const rows = cards.map((card) => ({ ...card, status: 'isOff' in card ? 0 : 1 }));
  await sql`
    insert into business_card (type_id, user_id, name, post, company, dept_name, mobile, email, address, introduction, status,
      create_user_id, create_time)
    select c.type, u.user_id, u.realname, u.post, '简业科技', d.name, u.mobile, u.email, '杭州市西湖区文三路 90 号', c.introduction,
      c.status, 3, now() - make_interval(days => c.days)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c(username text, type int, introduction text, status smallint, days int)
    join app_user u on u.username = c.username join department d on d.dept_id = u.dept_id
    order by c.days desc, c.username`.execute(db);
}
