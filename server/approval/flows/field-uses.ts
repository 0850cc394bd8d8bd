import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { approvalSubjects } from '#server/approval/subjects.ts';
import { renamedValue, type FieldUseKind } from '#server/record/form-life/uses.ts';
import { saveFlow } from '#server/approval/flows/save-flow.ts';
import { keptFlows } from '#server/approval/flows/stored-flows.ts';
import type { FlowCondition } from '#shared/approval/flow.ts';

/** Flows whose conditions compare a field, in the words that it is called by. */
export const flowUses: FieldUseKind = {
  name: 'flow',
  title: 'field_use.flow',
  columns: ['approval_flow.conditions'],
  page: { path: '/manager/system-examine', needs: 'manage:examineFlow:update' },
  // a flow does not change: another one takes its place
  renameOptions: async (db, actor, { type, field }, names) => {
    for (const { categoryType } of approvalSubjects().filter((subject) => subject.type.code === type.code))
      for (const { steps, ccUserIds, ...flow } of await keptFlows(db, categoryType)) {
        const conditions = flow.conditions.map((one) =>
          one.fieldName === field.fieldName ? { ...one, value: renamedValue(one.value, names) } : one,
        ) as FlowCondition[];
        if (isDeepStrictEqual(conditions, flow.conditions)) continue;
        const renamed = { ...flow, conditions, step: [...steps], ccUserId: [...ccUserIds] };
        await saveFlow(db, actor, renamed, flow.examineId);
      }
  },
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
