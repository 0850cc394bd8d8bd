import { sql } from 'kysely';
import { newStamp } from '#server/modules/crm/lead-sources/stamp.ts';
import { furtherThings } from '#server/modules/testing.ts';
import { hashOf } from '#server/platform/session/tokens.ts';
import { nextNumber } from '#server/route-table/example-parts.ts';
import type { Examples, Table } from '#server/route-table/table.ts';
import { leadsType } from '#shared/crm/leads-type.ts';

const given = ({ company: { people } }: Table) => ({
  name: `来源${nextNumber()}`,
  kind: 1,
  keeperUserId: people.seller.userId,
  assignRules: [{ conditions: [], target: 'turn', userIds: [people.seller.userId] }],
});

const key = 'example';

/** A source that is on and takes leads by this key, in whichever way. */
async function open({ company: { db } }: Table, kind: number): Promise<void> {
  await sql`
    insert into lead_source (name, kind, form_key, key_hash, form)
    select '例子', ${kind}, ${key}, ${hashOf(key)}, jsonb_build_object('fieldIds', jsonb_agg(field_id))
    from record_field where type_code = ${leadsType.code} and field_name = 'mobile'
    on conflict (name) do update set kind = excluded.kind, form = excluded.form`.execute(db);
  await sql`update record_field set options = options || '["例子"]'::jsonb
    where field_id in (select field_id from lead_source_field) and not options ? '例子'`.execute(db);
}

const lead = () => ({ leads_name: `来自表单${nextNumber()}`, mobile: `138${String(nextNumber()).padStart(8, '0')}` });

export const leadSourceExamples: Examples = {
  'CrmClueSource/save': (table, { records }) => ({
    body: { ...given(table), id: records['lead_source'] },
    creating: given(table),
  }),
  'CrmClueSource/status': (_table, { records }) => ({ body: { ids: [records['lead_source']], status: 0 } }),
  // a source of its own: the others are asked about the one of the things
  'CrmClueSource/delete': async ({ company }, { owner }) => ({
    body: { ids: [await furtherThings['lead_source']?.(company.db, owner.userId, {})] },
  }),
  // of a form, whatever has become of the one of the things
  'CrmClueSource/rotateKey': async ({ company }, { owner }) => ({
    body: { id: await furtherThings['lead_source']?.(company.db, owner.userId, {}) },
  }),
  'open/form': async (table) => {
    await open(table, 2);
    return { body: { key } };
  },
  'open/formSubmit': async (table) => {
    await open(table, 2);
    return { body: { key, stamp: await newStamp(table.company.db, key, Date.now() - 5000), values: lead() } };
  },
  'open/lead': async (table) => {
    await open(table, 3);
    return { body: { key, values: lead() } };
  },
};
