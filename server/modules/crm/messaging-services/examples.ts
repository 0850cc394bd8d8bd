import { sql } from 'kysely';
import { furtherThings } from '#server/modules/testing.ts';
import type { Examples } from '#server/route-table/table.ts';

const robot = { channel: 'wecom', isOn: 0, url: '', words: '', types: [] };

export const messagingExamples: Examples = {
  'CrmMessagingService/saveRegistry': () => ({ body: { isOn: 0, url: 'https://registry.example/search' } }),
  'CrmMessagingService/saveChannel': () => ({ body: { ...robot, key: 'of-a-robot' } }),
  'CrmMessagingService/testChannel': async ({ company }) => {
    await sql`update message_channel set url = 'https://sms.example/send', request = '{"to":"{phone}","text":"{content}"}'
      where channel = 'sms'`.execute(company.db);
    return { body: { channel: 'sms' } };
  },
  'CrmMessagingService/repeatByIds': async ({ company }, { owner }) => ({
    body: { ids: [await furtherThings['outbox']?.(company.db, owner.userId, {})] },
  }),
  'CrmMessagingService/dropByIds': async ({ company }, { owner }) => ({
    body: { ids: [await furtherThings['outbox']?.(company.db, owner.userId, {})] },
  }),
};
