import { sql } from 'kysely';
import { secretName, targetOf } from '#server/modules/admin/webhooks/stored-webhooks.ts';
import { furtherThings } from '#server/modules/testing.ts';
import { keepOutsideKey } from '#server/platform/outbox/sealed-keys.ts';
import { fresh } from '#server/route-table/example-parts.ts';
import type { Examples } from '#server/route-table/table.ts';

const url = 'https://hooks.example/saved';

export const webhookExamples: Examples = {
  'system/webhook/save': async ({ company: { db } }) => {
    // there may be few: those of former examples give way
    await sql`delete from webhook where url = ${url}`.execute(db);
    return { body: { name: fresh('推送'), url, isOn: 0, types: ['crm_customer'], events: ['created', 'deleted'] } };
  },
  // one of its own: the others are asked about that of the things
  'system/webhook/delete': async ({ company: { db } }) => ({
    body: { id: await furtherThings['webhook']?.(db, 0, {}) },
  }),
  'system/webhook/newSecret': (_table, { records }) => ({ body: { id: records['webhook'] } }),
  'system/webhook/queryLog': (_table, { records }) => ({ body: { id: records['webhook'] } }),
  'system/webhook/test': async ({ company: { db, services } }, { records }) => {
    const id = records['webhook'] ?? 0;
    await keepOutsideKey(db, services.config.dataDir, secretName(id), 'ab'.repeat(32));
    return { body: { id } };
  },
  'system/webhook/replay': async ({ company: { db } }, { records }) => {
    const id = records['webhook'] ?? 0;
    const { rows } = await sql<{ id: number }>`
      insert into outbox (target, subject, payload, state, tries, finished_at)
      values (${targetOf(id)}, gen_random_uuid()::text, '{"event": "ping"}', 2, 8, now()) returning outbox_id as id`.execute(
      db,
    );
    return { body: { id, ids: [rows[0]?.id] } };
  },
};
