import '#server/platform/access/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { SettingKind } from '#server/platform/setting-changes/setting-kind.ts';
import { labelOf, readFields } from '#server/record/fields/field-set.ts';
import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';
import { outcomes } from '#shared/crm/opportunities/opportunity-states.ts';
import type { Language } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';
import { switchWord } from '#shared/platform/switch-word.ts';
import { groupValue, removeGroup, restoreGroup, type GroupValue } from './groups.ts';
import { reasonsOf, setReasons } from './reasons.ts';

const access = ['manage:crm:setting'] as const;
const comma = (language: Language): string => translate(language, 'rights.comma');

/** A group with its stages and what they require; a deleted one comes back with the same stages. */
export const stageGroupKind: SettingKind<GroupValue> = {
  name: 'stage_group',
  title: 'stage_group.title',
  access,
  read: (db, item) => groupValue(db, Number(item)),
  write: (db, _actor, item, value) =>
    value === null ? removeGroup(db, Number(item)) : restoreGroup(db, Number(item), value),
  nameOf: async (db, item) => (await groupValue(db, Number(item)))?.name ?? '',
  linesOf: async (db, { name, deptIds, status, stages }, language) =>
    new Map([
      [translate(language, 'stage_group.name'), name],
      [translate(language, 'stage_group.departments'), await departmentNames(db, deptIds, language)],
      [translate(language, 'stage_group.stages'), stages.map((stage) => `${stage.name} ${stage.rate}%`).join(' → ')],
      [translate(language, 'stage_group.enabled'), switchWord(language, status === 1)],
      [translate(language, 'stage_group.required'), await requiredWords(db, stages, language)],
    ]),
};

async function departmentNames(db: Database, deptIds: readonly number[], language: Language): Promise<string> {
  if (deptIds.length === 0) return translate(language, 'stage_group.everybody');
  const rows = await db
    .selectFrom('department')
    .select('name')
    .where('dept_id', 'in', [...deptIds])
    .orderBy('dept_id')
    .execute();
  return rows.map(({ name }) => name).join(comma(language));
}

async function requiredWords(db: Database, stages: GroupValue['stages'], language: Language): Promise<string> {
  const asking = stages.filter(({ requiredFieldIds }) => requiredFieldIds.length > 0);
  if (asking.length === 0) return '';
  const { all } = await readFields(db, opportunityType.code);
  const labels = (ids: readonly number[]) =>
    all.filter(({ fieldId }) => ids.includes(fieldId)).map((field) => labelOf(opportunityType, field, language));
  return asking
    .map(({ name, requiredFieldIds }) => `${name} (${labels(requiredFieldIds).join(comma(language))})`)
    .join(' → ');
}

/** The reasons for an end; the item is its number. */
export const reasonsKind: SettingKind<readonly string[]> = {
  name: 'business_reason',
  title: 'stage_group.reasons',
  access,
  read: (db, item) => reasonsOf(db, Number(item)),
  write: (db, _actor, item, value) => setReasons(db, Number(item), value ?? []),
  nameOf: async (_db, item, language) => nameOfReasons(item, language),
  linesOf: (_db, names, language) =>
    new Map([[translate(language, 'stage_group.reasons'), names.join(comma(language))]]),
};

const nameOfReasons = (item: string, language: Language): string =>
  translate(language, Number(item) === outcomes.lost ? 'stage_group.lost_reasons' : 'stage_group.invalid_reasons');
