import { sql } from 'kysely';
import { subjectOfCategory } from '#server/approval/subjects.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Lines, SettingKind } from '#server/platform/setting-changes/setting-kind.ts';
import { labelOf, readFields } from '#server/record/fields/field-set.ts';
import { examineTypes, flowStatuses, type FlowCondition, type FlowStep } from '#shared/approval/flow.ts';
import type { Language } from '#shared/i18n/language.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';
import { restoreFlows, type PlacedFlow } from './save-flow.ts';
import { flowsByIds, keptFlows, type StoredFlow } from './stored-flows.ts';

/** The flows of a category, by its number, in their order: an edit makes a new row, so rows say what a flow was. */
export const flowKind: SettingKind<readonly PlacedFlow[]> = {
  name: 'approval_flow',
  title: 'flow.flows',
  access: ['manage:examineFlow:update'],
  nameOf: async (_db, item, language) => {
    const subject = subjectOfCategory(Number(item));
    return subject ? translate(language, subject.type.name as MessageKey) : '';
  },
  read: async (db, item) => {
    const flows = await keptFlows(db, Number(item));
    return flows.map(({ examineId, status, place }) => ({ examineId, status, place }));
  },
  write: (db, actor, item, value) => restoreFlows(db, actor, Number(item), value ?? []),
  linesOf,
};

/** A line for each flow, and one for the order in which those with conditions are tried. */
async function linesOf(db: Database, placed: readonly PlacedFlow[], language: Language): Promise<Lines> {
  const stored = new Map(
    (
      await flowsByIds(
        db,
        placed.map(({ examineId }) => examineId),
      )
    ).map((flow) => [flow.examineId, flow]),
  );
  const flows = placed.flatMap(({ examineId, status }) => {
    const flow = stored.get(examineId);
    return flow ? [{ ...flow, status }] : [];
  });
  const names = await namesIn(db, flows, language);
  const comma = translate(language, 'rights.comma');
  const say = (words: readonly (string | undefined)[]) =>
    words.filter((word) => word !== undefined && word !== '').join(comma);
  const condition = ({ fieldName, condition: operator, value }: FlowCondition): string => {
    const values = (Array.isArray(value) ? value : [value ?? '']).map((one) =>
      fieldName === 'department' ? (names.depts.get(Number(one)) ?? String(one)) : String(one),
    );
    const words = [names.facts.get(fieldName) ?? fieldName, translate(language, `operator.${operator}`), say(values)];
    return words.filter((word) => word !== '').join(' ');
  };
  const people = (ids: readonly number[]) => say(ids.map((id) => names.users.get(id)));
  const step = ({ stepType, checkUserId, ccUserId, hours }: FlowStep): string => {
    const parts = [
      `${translate(language, `flow.step_${stepType as 1 | 2 | 3 | 4 | 6}`)} ${people(checkUserId)}`.trim(),
      ...(hours ? [translate(language, 'flow.within', { hours })] : []),
      ...(ccUserId.length > 0 ? [`${translate(language, 'flow.copied')} ${people(ccUserId)}`] : []),
    ];
    return parts.join(comma);
  };
  const words = (flow: StoredFlow): string => {
    const { conditions, examineType, steps, ccUserIds, status, remarks, userIds, deptIds } = flow;
    const when = conditions.map(condition).join(translate(language, 'flow.and'));
    const scope = say([...userIds.map((id) => names.users.get(id)), ...deptIds.map((id) => names.depts.get(id))]);
    return [
      translate(language, status === flowStatuses.enabled ? 'setting.on' : 'setting.off'),
      when === '' ? translate(language, 'flow.default') : `${translate(language, 'flow.when')} ${when}`,
      examineType === examineTypes.chosen ? translate(language, 'approval.by_choice') : steps.map(step).join(' → '),
      ...(ccUserIds.length > 0 ? [`${translate(language, 'flow.copy_at_end')} ${people(ccUserIds)}`] : []),
      scope,
      remarks,
    ]
      .filter((word) => word !== '')
      .join(' · ');
  };
  const lines = new Map<string, string>();
  for (const flow of flows) {
    const same = flows.filter(({ name }) => name === flow.name).indexOf(flow);
    lines.set(same === 0 ? flow.name : `${flow.name} (${same + 1})`, words(flow));
  }
  const tried = flows.filter(({ conditions }) => conditions.length > 0).map(({ name }) => name);
  if (tried.length > 1) lines.set(translate(language, 'flow.order'), tried.join(' → '));
  return lines;
}

/** What flows name, by their ids and names. */
async function namesIn(db: Database, flows: readonly StoredFlow[], language: Language) {
  const userIds = flows.flatMap((flow) => [
    ...flow.userIds,
    ...flow.ccUserIds,
    ...flow.steps.flatMap(({ checkUserId, ccUserId }) => [...checkUserId, ...ccUserId]),
  ]);
  const deptIds = flows.flatMap((flow) => [
    ...flow.deptIds,
    ...flow.conditions.flatMap(({ fieldName, value }) =>
      fieldName === 'department' && Array.isArray(value) ? value.map(Number) : [],
    ),
  ]);
  const { rows: users } = await sql<{ id: number; name: string }>`
    select user_id as id, realname as name from app_user where user_id = any(${userIds}::int[])`.execute(db);
  const { rows: depts } = await sql<{ id: number; name: string }>`
    select dept_id as id, name from department where dept_id = any(${deptIds}::int[])`.execute(db);
  const facts = new Map([
    ['amount', translate(language, 'flow.amount')],
    ['department', translate(language, 'flow.department')],
  ]);
  const [first] = flows;
  const subject = first && subjectOfCategory(first.categoryType);
  if (subject) {
    const { all } = await readFields(db, subject.type.code);
    for (const field of all) facts.set(field.fieldName, labelOf(subject.type, field, language));
  }
  return {
    facts,
    users: new Map(users.map(({ id, name }) => [id, name])),
    depts: new Map(depts.map(({ id, name }) => [id, name])),
  };
}
