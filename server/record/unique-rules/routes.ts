import { route, type Route } from '#server/platform/http/route.ts';
import { audit } from '#server/platform/log/audit.ts';
import { changing } from '#server/platform/setting-changes/changes.ts';
import { recordModule } from '#server/record/registry.ts';
import { rulesOf, setRules } from '#server/record/unique-rules/rules.ts';
import { uniqueRuleKind } from '#server/record/unique-rules/setting-kind.ts';
import { uniqueRuleCalls } from '#shared/record/designer/unique-rule-calls.ts';

/** What is unique together in a form. */
export const uniqueRuleRoutes = (): Route[] => [
  route(uniqueRuleCalls.list, async ({ db, input }) =>
    (await rulesOf(db, recordModule(input.label).type)).map(({ field_ids: fieldIds }) => ({ fieldIds: [...fieldIds] })),
  ),
  route(uniqueRuleCalls.save, async ({ db, actor, input }) => {
    const { type } = recordModule(input.label);
    await changing(db, actor, uniqueRuleKind, String(type.code), async () => {
      await setRules(
        db,
        actor,
        type,
        input.rules.map(({ fieldIds }) => fieldIds),
      );
      await audit(db, {
        userId: actor.userId,
        what: 'unique_rules',
        subject: type.name,
        result: 'done',
        address: actor.address,
      });
    });
    return null;
  }),
];
