import { sql } from 'kysely';
import { targetPrefix } from '#server/modules/crm/messaging-services/channel-targets.ts';
import { generalNumbers } from '#server/messages/message-type.ts';
import { letMessagesLeave } from '#server/messages/send.ts';

/** Messages leave the house by the channels that are on and were chosen for their types. */
export function listenToMessages(): void {
  letMessagesLeave(
    () => sql`
      select ${targetPrefix} || c.channel, 'message ' || s.message_id,
        jsonb_build_object('userId', s.user_id, 'messageId', s.message_id)
      from sent s
      join jsonb_to_recordset(${JSON.stringify(generalNumbers())}::jsonb) as n (number int, general int)
        on n.number = s.type
      join message_channel c on c.is_on = 1 and n.general = any(c.types)`,
  );
}
