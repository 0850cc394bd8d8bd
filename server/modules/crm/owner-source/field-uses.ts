import { sql } from 'kysely';
import type { FieldUseKind } from '#server/record/form-life/uses.ts';
import { customerSourceField, customerType } from '#shared/crm/customer-type.ts';

/** Bindings of agents to the sources that a field of customers offers. */
export const ownerSourceUses: FieldUseKind = {
  name: 'owner_source',
  title: 'field_use.owner_source',
  columns: ['owner_source.source'],
  page: { path: '/manager/system-customer/owner-source', needs: 'manage:crm:ownerSource' },
  find: async (db, _actor, { type, field }) => {
    if (type.code !== customerType.code || field.fieldName !== customerSourceField) return [];
    const { rows } = await sql<{ name: string }>`
      select distinct case source when '*' then u.realname else u.realname || ' · ' || source end as name
      from owner_source b join app_user u on u.user_id = b.agent_user_id order by 1`.execute(db);
    return rows;
  },
};
