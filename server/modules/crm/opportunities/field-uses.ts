import { sql } from 'kysely';
import type { FieldUseKind } from '#server/record/form-life/uses.ts';
import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';

/** Stages before which a field has to be filled in. */
export const stageUses: FieldUseKind = {
  name: 'stage',
  title: 'field_use.stage',
  columns: ['business_status.required_field_ids'],
  page: { path: '/manager/system-customer/biz-param/stages', needs: 'manage:crm:setting' },
  find: async (db, _actor, { type, field }) => {
    if (type.code !== opportunityType.code) return [];
    const { rows } = await sql<{ name: string }>`
      select g.name || ' · ' || s.name as name from business_status s join business_type g using (type_id)
      where ${field.fieldId} = any(s.required_field_ids) order by g.type_id, s.order_num`.execute(db);
    return rows;
  },
};
