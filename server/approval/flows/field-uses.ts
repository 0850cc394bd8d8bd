import { sql } from 'kysely';
import { approvalSubjects } from '#server/approval/subjects.ts';
import type { FieldUseKind } from '#server/record/form-life/uses.ts';
import type { FlowCondition } from '#shared/approval/flow.ts';

/** Flows whose conditions compare a field, in the words that it is called by. */
export const flowUses: FieldUseKind = {
  name: 'flow',
  title: 'field_use.flow',
  columns: ['approval_flow.conditions'],
  page: { path: '/manager/system-examine', needs: 'manage:examineFlow:update' },
  find: async (db, _actor, { type, field }) => {
    const categories = approvalSubjects().filter((subject) => subject.type.code === type.code);
    const { rows } = await sql<{ name: string; conditions: FlowCondition[] }>`
      select name, conditions from approval_flow
      where status <> 2 and category_type = any(${categories.map(({ categoryType }) => categoryType)}::int[])
      order by place, examine_id`.execute(db);
    return rows
      .filter(({ conditions }) => conditions.some(({ fieldName }) => fieldName === field.fieldName))
      .map(({ name }) => ({ name }));
  },
};
