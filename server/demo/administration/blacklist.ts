import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import type { SmsBusinessKey } from '#shared/crm/sms-blacklist/sms-businesses.ts';

interface Entry {
  readonly phone: string;
  readonly areaCode?: string;
  readonly keys?: readonly SmsBusinessKey[];
  readonly remark: string;
  readonly isOff?: true;
  /** How long ago it was entered. */
  readonly days: number;
}

const entries: readonly Entry[] = [
  { phone: '13611200481', remark: '客户要求不再接收短信', days: 212 },
  { phone: '15810073926', keys: ['marketing'], remark: '投诉过营销短信', days: 180 },
  { phone: '18621155709', keys: ['marketing', 'course'], remark: '只接收合同和发货通知', days: 151 },
  { phone: '13764520038', remark: '号码已换人使用', days: 118 },
  { phone: '18928846612', keys: ['marketing', 'follow_up'], remark: '希望由顾问电话联系', days: 96 },
  { phone: '13570918234', remark: '误加，已恢复发送', isOff: true, days: 74 },
  { phone: '123456789', areaCode: '60', keys: ['marketing', 'course'], remark: '海外客户，改用邮件联系', days: 41 },
  { phone: '17720389915', keys: ['payment'], remark: '付款提醒请发给财务联系人', days: 23 },
  { phone: '91234567', areaCode: '65', remark: '', days: 9 },
  { phone: '13911057820', keys: ['marketing'], remark: '退订回复 TD', days: 2 },
];

/** Ten numbers that get no messages, or not all, as the administrator has entered them in the last months. */
export async function fillBlacklist(db: Database): Promise<void> {
  const rows = entries.map(({ areaCode = '86', keys = [], isOff, ...entry }) => ({
    ...entry,
    area: areaCode,
    keys,
    flag: isOff ? 0 : 1,
  }));
  await sql`
    insert into sms_blacklist (area_code, phone, business_keys, enable_flag, remark, create_user_id, create_time)
    select e.area, e.phone, e.keys, e.flag, e.remark, 3, now() - make_interval(days => e.days)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(phone text, area text, keys text[], flag smallint, remark text,
      days int)
    order by e.days desc`.execute(db);
}
