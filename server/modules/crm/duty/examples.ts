import { sql } from 'kysely';
import { newRecord } from '#server/route-table/record-examples.ts';
import type { Examples } from '#server/route-table/table.ts';
import { writeSetting } from '#server/platform/settings.ts';
import { leadsType } from '#shared/crm/leads-type.ts';

const week = (adviserCrmUserId: string) =>
  Array.from({ length: 7 }, () => ({ adviserName: '', adviserCrmUserId, splitTimeFlag: false }));

export const dutyExamples: Examples = {
  'CrmSchedule/saveSchedule': ({ company }) => ({
    body: { weeks: week(String(company.people.seller.userId)), maxCount: 1 },
  }),
  'CrmSchedule/assignLeads': async (table, things) => {
    const { db, people } = table.company;
    const day = { advisers: [people.peer.userId], isSplit: false };
    const days = Array.from({ length: 7 }, () => day);
    // a turn that nobody has taken yet
    await sql`delete from duty_turn`.execute(db);
    await writeSetting(db, 'duty_schedule', { days, maxCount: 1, startDate: '2026-01-05' });
    return { body: { leadsIds: [await newRecord(table, things, leadsType)] } };
  },
};
