import { sql } from 'kysely';
import '#server/platform/session/tables.ts';
import type { MessageType } from '#server/messages/message-type.ts';
import { sendMessages } from '#server/messages/send.ts';
import { soonDays } from '#server/modules/admin/programs/queries.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { messageLabels } from '#shared/messages/message-labels.ts';
import { companyTimeZone } from '#shared/record/time.ts';

const ending = 'program.ending';

/** What people learn of tokens that they use or have made for programs. */
export const programMessages: readonly MessageType[] = [
  { name: ending, number: 141, label: messageLabels.notice, icon: 'date', text: 'message.program_ending' },
];

interface Ending {
  readonly loginId: number;
  readonly name: string;
  readonly endDate: string;
  readonly userId: number;
  readonly makerId: number;
}

/** Says once, some days before a token ends by itself, that its program will stop: to its person and to its maker. */
export async function warnOfEnds(db: Database): Promise<void> {
  const { rows } = await sql<Ending>`
    select p.login_id as "loginId", p.name, to_char(p.expires_at at time zone ${companyTimeZone()}, 'YYYY-MM-DD') as "endDate", l.user_id as "userId",
      p.made_by as "makerId"
    from program_token p join session_login l using (login_id)
    where l.ended_at is null and p.expires_at > now() and p.expires_at <= now() + make_interval(days => ${soonDays})
    order by p.login_id`.execute(db);
  await sendMessages(
    db,
    rows.map(({ loginId, name, endDate, userId, makerId }) => ({
      name: ending,
      to: [userId, makerId],
      causedBy: null,
      event: `program.ending/${loginId}`,
      values: { program: name, date: endDate },
    })),
  );
}
