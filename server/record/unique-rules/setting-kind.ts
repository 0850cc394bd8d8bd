import { isMessageKey, translate } from '#shared/i18n/translate.ts';
import { labelOf, readFields } from '#server/record/fields/field-set.ts';
import { recordModule } from '#server/record/registry.ts';
import { rulesOf, setRules } from '#server/record/unique-rules/rules.ts';
import { namesOf } from '#server/record/write/unique.ts';
import type { SettingKind } from '#server/platform/setting-changes/setting-kind.ts';

interface RulesOfForm {
  readonly typeCode: number;
  readonly rules: readonly (readonly number[])[];
}

/** The fields of a form that are unique together; its item is the form. */
export const uniqueRuleKind: SettingKind<RulesOfForm> = {
  name: 'unique_rules',
  title: 'unique_rule.title',
  access: ['manage:crm:field'],
  read: async (db, item) => {
    const typeCode = Number(item);
    const rules = (await rulesOf(db, { code: typeCode })).map(({ field_ids: fieldIds }) => fieldIds);
    return rules.length > 0 ? { typeCode, rules } : null;
  },
  write: async (db, actor, item, value) => setRules(db, actor, recordModule(Number(item)).type, value?.rules ?? []),
  nameOf: (_db, item, language) => {
    const { type } = recordModule(Number(item));
    const key = `${type.name}.list`;
    return Promise.resolve(isMessageKey(key) ? translate(language, key) : type.name);
  },
  linesOf: async (db, { typeCode, rules }, language) => {
    const { type } = recordModule(typeCode);
    const { byId } = await readFields(db, typeCode);
    return new Map(
      rules.map((fieldIds, at) => {
        const labels = fieldIds.flatMap((fieldId) => {
          const field = byId.get(fieldId);
          return field ? [{ name: labelOf(type, field, language) }] : [];
        });
        return [translate(language, 'unique_rule.rule', { count: at + 1 }), namesOf(labels)];
      }),
    );
  },
};
