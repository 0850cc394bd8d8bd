import { poolRulesKind, readPoolRules, writePoolRules } from '#server/modules/crm/customers/pool/rules.ts';
import { organisationChanged } from '#server/platform/access/rights.ts';
import { renamedValue, type FieldUseKind, type OptionNames } from '#server/record/form-life/uses.ts';
import type { StoredCondition } from '#server/record/scenes/stored-conditions.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { translate } from '#shared/i18n/translate.ts';

const columnsIn = (conditions: readonly StoredCondition[]): string[] =>
  conditions.flatMap(({ any, column }) => (any ? columnsIn(any) : (column ?? [])));

const renamedIn = (conditions: readonly StoredCondition[], id: string, names: OptionNames): StoredCondition[] =>
  conditions.map((one) => ({
    ...one,
    ...(one.any && { any: renamedIn(one.any, id, names) }),
    ...(one.column === id && { value: renamedValue(one.value, names) }),
  }));

/** The rules of the pool, where they apply by a field or count from it: without it they release nobody. */
export const poolRuleUses: FieldUseKind = {
  name: 'pool_rules',
  title: 'field_use.pool_rules',
  columns: ['app_setting.value'],
  page: { path: '/manager/system-customer/customer', needs: 'manage:crm:pool' },
  find: async (db, actor, { type, id }) => {
    if (type.code !== customerType.code) return [];
    const { applies, clock } = await readPoolRules(db);
    const isUsed = clock === id || columnsIn(applies).includes(id);
    return isUsed ? [{ name: translate(actor.language, poolRulesKind.title) }] : [];
  },
  renameOptions: async (db, actor, { type, id }, names) => {
    if (type.code !== customerType.code) return;
    const rules = await readPoolRules(db);
    if (!columnsIn(rules.applies).includes(id)) return;
    await organisationChanged(db);
    await writePoolRules(db, actor, { ...rules, applies: renamedIn(rules.applies, id, names) });
  },
};
