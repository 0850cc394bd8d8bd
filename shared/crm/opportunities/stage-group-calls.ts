import { z } from 'zod';
import { endpoint } from '#shared/wire/endpoint.ts';
import {
  done,
  flag,
  id,
  idList,
  jsonText,
  limit,
  nothing,
  optionalId,
  optionalInt,
  page,
  pageOf,
  text,
  wordList,
} from '#shared/wire/values.ts';

const setting = 'manage:crm:setting';

const stageRow = z.object({
  statusId: z.int(),
  typeId: z.int(),
  name: z.string(),
  /** Win rate in per cent. */
  rate: z.int(),
  orderNum: z.int(),
  /** Fields that have to be filled before an opportunity enters it. */
  requiredFieldIds: z.array(z.int()),
});
export type StageRow = z.infer<typeof stageRow>;

const department = z.object({ id: z.int(), name: z.string() });

const groupWithStages = z.object({
  typeId: z.int(),
  name: z.string(),
  deptIds: z.array(z.int()),
  createUserId: z.int().nullable(),
  createTime: z.string(),
  updateTime: z.string(),
  status: flag,
  statusList: z.array(stageRow),
});
export type StageGroup = z.infer<typeof groupWithStages>;

/** Stages of a group as they are typed; by its id a stage is renamed. A rate above 100 has a message of its own. */
const typedStage = z.object({
  statusId: optionalId,
  name: text(50),
  rate: z.coerce.number().int().min(0).max(100_000),
});

const mostStages = 30;
const mostReasons = 50;
const ended = z.coerce.number().int().min(2).max(3);

/** The calls about groups of stages, and the reasons for an end. */
export const stageGroupCalls = {
  /** Enabled groups with their stages, for forms and boards. */
  options: endpoint({
    path: 'CrmBusiness/queryBusinessStatusOptions',
    access: 'login',
    forPrograms: 'allowed',
    application: 'crm',
    input: nothing,
    output: z.array(groupWithStages),
  }),
  list: endpoint({
    path: 'businessType/queryBusinessTypeList',
    access: setting,
    input: z.object({ page, limit: limit(15) }),
    output: pageOf(
      z.object({
        typeId: z.int(),
        name: z.string(),
        createTime: z.string(),
        deptIds: z.array(department),
        createUserId: z.int().nullable(),
        createName: z.string(),
        status: flag,
        /** 1 = opportunities are in it, so that its stages stay. */
        inUse: flag,
        statusList: z.array(stageRow),
      }),
    ),
  }),
  read: endpoint({
    path: 'businessType/getBusinessType',
    access: setting,
    ids: { id: 'reference' },
    input: z.object({ id }),
    output: z.object({
      typeId: z.int(),
      name: z.string(),
      deptIds: z.array(department),
      statusList: z.array(stageRow),
    }),
    codes: ['business_type.unknown'],
  }),
  /** Creates a group, or replaces one that no opportunity is in. */
  save: endpoint({
    path: 'businessType/setBusinessType',
    access: setting,
    effect: 'write',
    idempotent: { unless: 'crmBusinessType.typeId' },
    ids: { 'crmBusinessType.typeId': 'reference', 'crmBusinessStatus.statusId': 'reference', deptIds: 'dept' },
    input: z.object({
      crmBusinessType: z.preprocess(jsonText, z.object({ typeId: optionalId, name: text(50) })),
      deptIds: idList,
      crmBusinessStatus: z.preprocess(jsonText, z.array(typedStage).max(mostStages)),
    }),
    output: z.object({ typeId: z.int() }),
    codes: [
      'business_type.rate',
      'business_type.name',
      'dept.unknown',
      'business_type.in_use',
      'business_type.no_stages',
      'business_type.stage_twice',
      'business_type.name_taken',
      'business_type.unknown',
      'input.field',
    ],
  }),
  /** What may be set of a group in use as well: whether new opportunities choose it, and what its stages require. */
  setUp: endpoint({
    path: 'businessType/setBusinessTypeOptions',
    access: setting,
    effect: 'write',
    ids: { typeId: 'reference', 'required.statusId': 'reference', 'required.fieldIds': 'field' },
    input: z.object({
      typeId: id,
      status: optionalInt(0, 1),
      required: z.preprocess(
        jsonText,
        z
          .array(z.object({ statusId: id, fieldIds: idList }))
          .max(mostStages)
          .optional(),
      ),
    }),
    output: done,
    codes: ['business_type.unknown', 'field.unknown'],
  }),
  remove: endpoint({
    path: 'businessType/deleteById',
    access: setting,
    effect: 'write',
    ids: { id: 'reference' },
    input: z.object({ id }),
    output: done,
    codes: ['business_type.unknown', 'business_type.in_use_delete'],
  }),
  reasons: endpoint({
    path: 'businessType/queryReasons',
    access: 'login',
    forPrograms: 'allowed',
    input: z.object({ isEnd: ended }),
    output: z.array(z.string()),
  }),
  /** Replaces the reasons for a kind of end. */
  setReasons: endpoint({
    path: 'businessType/setReasons',
    access: setting,
    effect: 'write',
    input: z.object({ isEnd: ended, value: z.preprocess(wordList, z.array(text(60)).max(mostReasons)) }),
    output: done,
    codes: ['business_type.reason_twice'],
  }),
};
