import { limitsOf } from '#server/modules/crm/customers/pool/limit-list.ts';
import { deleteLimit, saveLimit } from '#server/modules/crm/customers/pool/limit-rules.ts';
import { limitTypes, type LimitType } from '#server/modules/crm/customers/pool/limits.ts';
import { asksOf, shownAsks } from '#server/modules/crm/customers/pool-scope/rule-conditions.ts';
import { readPoolRules, writePoolRules } from '#server/modules/crm/customers/pool/rules.ts';
import { organisationChanged } from '#server/platform/access/rights.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { checksDuplicates, switchDuplicateCheck } from '#server/record/query/duplicate-switch.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { duplicateCalls } from '#shared/crm/duplicate-calls.ts';
import { leadsType } from '#shared/crm/leads-type.ts';
import { customerSettingCalls } from '#shared/crm/pool-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';

const typeOf = (sent: number | undefined): LimitType => (sent === limitTypes.lock ? limitTypes.lock : limitTypes.own);

export const customerSettingRoutes = (): Route[] => [
  route(customerSettingCalls.rules, async ({ db, actor }) => {
    const rules = await readPoolRules(db);
    const maySet = ['manage:crm:pool', 'manage:crm:setting'] as const;
    const shown = maySet.some((right) => actor.mayDo(right)) ? await shownAsks(db, actor, rules) : null;
    return {
      ...(shown && {
        data: shown.data,
        clock: shown.clock,
        clocks: shown.clocks,
        partlyFlag: shown.isPartly ? (1 as const) : (0 as const),
      }),
      dealDay: String(rules.dealDay),
      followupDay: String(rules.followupDay),
      customerConfig: rules.isOn ? 1 : 0,
      // contracts have their own reminder
      contractConfig: 0,
      contractDay: '0',
      putInPoolRemindConfig: rules.reminds ? 1 : 0,
      putInPoolRemindDays: String(rules.remindDays),
      customerDuplicateCheck: (await checksDuplicates(db, customerType.name)) ? 1 : 0,
      leadsDuplicateCheck: (await checksDuplicates(db, leadsType.name)) ? 1 : 0,
    };
  }),
  route(customerSettingCalls.updateRules, async ({ db, actor, input }) => {
    // rules that are off take nobody: what is left out stays as it was
    const isOff = input.type === 0;
    if (input.followupDay === undefined && !isOff) throw new AppError('pool.followup_day');
    if (input.dealDay === undefined && !isOff) throw new AppError('pool.deal_day');
    if (input.type === undefined) throw new AppError('pool.enabled');
    await organisationChanged(db);
    const { followupDay, dealDay, applies, clock } = await readPoolRules(db);
    const remindDays = input.putInPoolRemindDays ?? 0;
    await writePoolRules(db, actor, {
      isOn: input.type === 1,
      followupDay: input.followupDay ?? followupDay,
      dealDay: input.dealDay ?? dealDay,
      reminds: input.putInPoolRemindConfig === 1 && remindDays > 0,
      remindDays,
      applies,
      clock,
      ...(await asksOf(db, actor, input)),
    });
    return null;
  }),
  route(duplicateCalls.setSwitch, async ({ db, actor, input }) => {
    await switchDuplicateCheck(db, actor, {
      [customerType.name]: input.customerDuplicateCheck === 1,
      [leadsType.name]: input.leadsDuplicateCheck === 1,
    });
    return null;
  }),
  route(customerSettingCalls.limits, async ({ db, actor, input: { type, page, limit } }) =>
    limitsOf(db, actor, typeOf(type), { limit, offset: (page - 1) * limit }),
  ),
  route(customerSettingCalls.setLimit, async ({ db, actor, input }) => {
    if (input.customerNum === undefined) throw new AppError('limit.number');
    const rule = {
      type: typeOf(input.type),
      customerNum: input.customerNum,
      customerDeal: input.customerDeal ?? 0,
      userIds: input.userList,
      deptIds: input.deptList,
    };
    await saveLimit(db, actor, input.settingId, rule);
    return null;
  }),
  route(customerSettingCalls.removeLimit, async ({ db, actor, input }) => {
    await deleteLimit(db, actor, input.settingId);
    return null;
  }),
];
