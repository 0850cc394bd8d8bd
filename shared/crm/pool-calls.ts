import { z } from 'zod';
import { customerType } from '#shared/crm/customer-type.ts';
import { actionAnswer, versions } from '#shared/record/calls/ownership-calls.ts';
import {
  condition,
  exportInput,
  filterData,
  listAnswerOf,
  listQuery,
  permissionOf,
} from '#shared/record/calls/record-calls.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { done, flag, id, idList, limit, optionalId, optionalInt, page, someIds } from '#shared/wire/values.ts';

const mayPool = (action: string) => permissionOf({ ...customerType, module: customerType.pool.module }, action);
const mayCustomer = (action: string) => permissionOf(customerType, action);
const named = z.object({ ids: someIds, versions });
const subject = 'crm_customer' as const;

/** A batch of claims: each is won, or refused with a reason (security C6). */
const claimAnswer = z.object({
  /** Null when nothing was done. */
  operationId: z.int().nullable(),
  count: z.int(),
  failed: z.array(z.object({ id: z.int(), msg: z.string() })),
});

/** Whom the rules apply to, and the date field from which they count; unchanged when absent. */
const poolAsks = { data: filterData, clock: z.string().max(100).optional() };
const askCodes = ['pool.clock', 'filter.field', 'filter.operator', 'filter.value', 'filter.too_many'] as const;

/** Moves of customers between people and the pool (R16.2). */
export const poolCalls = {
  list: endpoint({
    path: 'CrmCustomer/queryPoolPageList',
    access: mayPool('index'),
    ids: { sceneId: 'reference' },
    input: listQuery,
    /** `putInPoolTodayNum`: how many entered the pool today. */
    output: listAnswerOf(customerType).extend({ putInPoolTodayNum: z.int() }),
    codes: ['filter.field', 'sort.field', 'input.page_too_deep', 'input.cursor'],
  }),
  /** Who opened customers of the pool, newest first. */
  views: endpoint({
    path: 'CrmCustomer/queryPoolViewRecsPageList',
    access: mayPool('index'),
    ids: { customerId: subject },
    input: z.object({ customerId: optionalId, page, limit: limit() }),
    output: z.object({
      list: z.array(
        z.object({
          customerId: z.int(),
          customerName: z.string(),
          userId: z.int(),
          realname: z.string(),
          viewTime: z.string(),
        }),
      ),
      totalRow: z.int(),
    }),
  }),
  lock: endpoint({
    path: 'CrmCustomer/lock',
    access: mayCustomer('lock'),
    ids: { ids: subject },
    effect: 'write',
    input: named.extend({ isLock: flag }),
    output: actionAnswer,
    codes: ['access.record', 'pool.lock_deal', 'pool.lock_limit'],
  }),
  setDealStatus: endpoint({
    path: 'CrmCustomer/setDealStatus',
    access: mayCustomer('dealStatus'),
    ids: { ids: subject },
    effect: 'write',
    input: named.extend({ dealStatus: flag }),
    output: actionAnswer,
    codes: ['access.record', 'pool.owners_limit'],
  }),
  putInPool: endpoint({
    path: 'CrmCustomer/updateCustomerByIds',
    access: mayCustomer('putinpool'),
    ids: { ids: subject },
    effect: 'write',
    input: named,
    output: actionAnswer,
    codes: ['access.record', 'pool.locked'],
  }),
  /** The same, for a manager with customers of others. */
  recycle: endpoint({
    path: 'CrmCustomer/recycle',
    access: mayCustomer('putinpool'),
    ids: { ids: subject },
    effect: 'write',
    input: named,
    output: actionAnswer,
    codes: ['access.record', 'pool.locked'],
  }),
  distribute: endpoint({
    path: 'CrmCustomer/distributeByIds',
    access: mayPool('distribute'),
    ids: { ids: subject, userId: 'user' },
    effect: 'write',
    input: z.object({ ids: someIds, userId: id }),
    output: claimAnswer,
    codes: ['access.record', 'owner.limit', 'owner.inactive', 'user.unknown'],
  }),
  receive: endpoint({
    path: 'CrmCustomer/receiveByIds',
    access: mayPool('receive'),
    ids: { ids: subject },
    effect: 'write',
    // a caller who repeats a claim after a lost answer gets the first result, not a conflict with themselves
    idempotent: { unless: null },
    input: z.object({ ids: someIds }),
    output: claimAnswer,
    codes: ['access.record', 'owner.limit'],
  }),
  exportChosen: endpoint({
    path: 'CrmCustomer/poolBatchExportExcel',
    access: mayPool('excelexport'),
    ids: { ids: subject },
    input: z.object({ ids: someIds, ...exportInput }),
    output: z.unknown(),
    answer: 'file',
    rate: 'heavy',
    codes: ['export.too_many', 'export.too_often'],
  }),
  exportAll: endpoint({
    path: 'CrmCustomer/poolAllExportExcel',
    access: mayPool('excelexport'),
    ids: { sceneId: 'reference' },
    input: listQuery.extend(exportInput),
    output: z.unknown(),
    answer: 'file',
    rate: 'heavy',
    codes: ['export.too_many', 'export.too_often', 'filter.field'],
  }),
  /** Which customers the rules would release within `days`, and warnings against it. */
  forecast: endpoint({
    path: 'CrmCustomer/queryPoolForecast',
    access: mayCustomer('index'),
    input: z.object({
      days: optionalInt(0, 365),
      /** Unsaved rules to try. */
      followupDay: optionalInt(1, 3650),
      dealDay: optionalInt(1, 3650),
      ...poolAsks,
      page,
      limit: limit(),
    }),
    codes: [...askCodes],
    output: z.object({
      isOn: flag,
      totalRow: z.int(),
      warned: z.int(),
      list: z.array(
        z.object({
          customerId: z.int(),
          customerName: z.string(),
          ownerUserName: z.string(),
          dueTime: z.string(),
          /** 1 = overdue: released within minutes. */
          isDue: flag,
          /** `followup` or `deal`: the rule that applies first. */
          rule: z.string(),
          warnings: z.array(z.string()),
        }),
      ),
      /** Due already: released within minutes, by these rules and by those in force. */
      atOnce: z.int(),
      savedAtOnce: z.int(),
      /** Parts of the range, by their first day: what these rules would take, and those in force. */
      steps: z.array(z.object({ day: z.string(), count: z.int(), saved: z.int() })),
      /** Whom it concerns most. */
      owners: z.array(z.object({ ownerUserName: z.string(), count: z.int() })),
      /** How many more among customers that the caller cannot see; null for people who may not set the rules. */
      beyond: z.int().nullable(),
    }),
  }),
  /** Which rule applies to a customer, and what would prevent it. */
  fate: endpoint({
    path: 'CrmCustomer/queryPoolFate',
    access: mayCustomer('read'),
    ids: { customerId: subject },
    input: z.object({ customerId: id }),
    output: z.object({
      isOn: flag,
      /** Why it stays: `deal`, `locked`, `outside`; null when the rules apply. */
      exempt: z.string().nullable(),
      dueTime: z.string().nullable(),
      rule: z.string().nullable(),
      warnings: z.array(z.string()),
      text: z.string(),
    }),
    codes: ['access.record'],
  }),
};

export const customerSettingCalls = {
  rules: endpoint({
    path: 'CrmCustomer/getRulesSetting',
    access: 'login',
    input: z.object({}),
    output: z.object({
      dealDay: z.string(),
      followupDay: z.string(),
      customerConfig: flag,
      contractConfig: flag,
      contractDay: z.string(),
      putInPoolRemindConfig: flag,
      putInPoolRemindDays: z.string(),
      /** Whether the duplicate check is enabled. */
      customerDuplicateCheck: flag,
      leadsDuplicateCheck: flag,
      /** Only for those who may set the rules: whom they apply to, the field from which they count, '' for none. */
      data: z.array(condition).optional(),
      clock: z.string().optional(),
      /** Date fields that days can count from. */
      clocks: z.array(z.object({ fieldName: z.string(), name: z.string() })).optional(),
      /** 1 = something of it is hidden from the caller, or its field is gone. */
      partlyFlag: flag.optional(),
    }),
  }),
  updateRules: endpoint({
    path: 'CrmCustomer/updateRulesSetting',
    access: ['manage:crm:pool', 'manage:crm:setting'],
    effect: 'write',
    input: z.object({
      followupDay: optionalInt(1, 3650),
      dealDay: optionalInt(1, 3650),
      /** Whether the rules are enabled. */
      type: optionalInt(0, 1),
      putInPoolRemindConfig: optionalInt(0, 1),
      putInPoolRemindDays: optionalInt(0, 365),
      ...poolAsks,
    }),
    output: done,
    codes: ['pool.followup_day', 'pool.deal_day', 'pool.enabled', ...askCodes],
  }),
  limits: endpoint({
    path: 'CrmCustomer/queryCustomerSetting',
    access: 'manage:crm:setting',
    input: z.object({ type: optionalInt(1, 2), page, limit: limit() }),
    output: z.object({
      list: z.array(
        z.object({
          settingId: z.int(),
          settingName: z.string(),
          type: z.int(),
          customerNum: z.int(),
          customerDeal: flag,
          range: z.string(),
          userIds: z.array(z.object({ userId: z.int(), realname: z.string(), img: z.string() })),
          deptIds: z.array(z.object({ id: z.int(), name: z.string() })),
          /** How many of its people have more than it allows, and the first twenty of them. */
          overNum: z.int(),
          overNames: z.array(z.string()),
        }),
      ),
      totalRow: z.int(),
    }),
  }),
  setLimit: endpoint({
    path: 'CrmCustomer/customerSetting',
    access: 'manage:crm:setting',
    ids: { settingId: 'reference', userList: 'user', deptList: 'dept' },
    effect: 'write',
    input: z.object({
      settingId: optionalId,
      type: optionalInt(1, 2),
      customerNum: optionalInt(0, 1_000_000),
      customerDeal: optionalInt(0, 1),
      userList: idList,
      deptList: idList,
    }),
    output: done,
    codes: ['limit.number', 'limit.overlap', 'user.unknown', 'dept.unknown'],
  }),
  removeLimit: endpoint({
    path: 'CrmCustomer/deleteCustomerSetting',
    access: 'manage:crm:setting',
    ids: { settingId: 'reference' },
    effect: 'write',
    input: z.object({ settingId: id }),
    output: done,
    codes: ['access.record'],
  }),
};
