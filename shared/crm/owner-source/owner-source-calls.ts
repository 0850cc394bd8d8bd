import { z } from 'zod';
import { dateOf } from '#shared/record/time.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { done, id, limit, optionalId, optionalText, page, pageOf, someIds, text } from '#shared/wire/values.ts';

declare module '#shared/wire/endpoint.ts' {
  interface Subjects {
    owner_source: true;
  }
}

/** Errors of the bindings of agents and advisers. */
export const ownerSourceErrors = {
  'owner_source.taken': 422,
  'owner_source.agent': 422,
  'owner_source.adviser': 422,
  'owner_source.many': 422,
  'owner_source.source': 422,
  'owner_source.reach': 403,
} as const;
type OwnerSourceErrors = typeof ownerSourceErrors;
declare module '#shared/wire/error-codes.ts' {
  interface ErrorCodes extends OwnerSourceErrors {}
}

const access = 'manage:crm:ownerSource';

export const bindingRemarkLimit = 200;
const bindingNameLimit = 30;
/** Most advisers of a binding: they all get into the team of each new customer. */
export const mostBoundAdvisers = 10;

/** What a binding is today. */
export const bindingStates = ['current', 'future', 'ended'] as const;
export type BindingState = (typeof bindingStates)[number];

const person = z.object({
  userId: z.int(),
  realname: z.string(),
  /** Why the binding passes the person over: disabled, or an agent who is none, or an adviser who is one; '' for no reason. */
  lack: z.enum(['', 'disabled', 'agent', 'no_agent']),
});
export type BoundPerson = z.output<typeof person>;

const binding = z.object({
  id: z.int(),
  agent: person,
  /** The source of the customer; '' for all. */
  source: z.string(),
  advisers: z.array(person),
  effectiveDate: z.string(),
  /** The day from which another binding of the agent and the source takes its place; '' for none. */
  endDate: z.string(),
  state: z.enum(bindingStates),
  remark: z.string(),
  createUserId: z.int(),
  createUserName: z.string(),
  createTime: z.string(),
});
export type Binding = z.output<typeof binding>;

const day = text(10).refine((value) => dateOf(value)?.slice(0, 10) === value);

/** Which advisers follow up the new customers of which agent. */
export const ownerSourceCalls = {
  /** The latest effective day first. `search` is a part of the name of the agent or of an adviser; `source` `*` finds the bindings for all sources. */
  list: endpoint({
    path: 'CrmOwnerSource/queryPageList',
    access,
    input: z.object({
      page,
      limit: limit(15),
      search: optionalText(bindingNameLimit),
      source: optionalText(200),
      state: z.preprocess(
        (value) => (value === '' || value === null ? undefined : value),
        z.enum(bindingStates).optional(),
      ),
    }),
    output: pageOf(binding),
  }),
  one: endpoint({
    path: 'CrmOwnerSource/queryById',
    access,
    ids: { id: 'owner_source' },
    input: z.object({ id }),
    output: binding,
    codes: ['access.record'],
  }),
  /** The sources that customers can have now. */
  sources: endpoint({
    path: 'CrmOwnerSource/querySourceList',
    access,
    input: z.object({}),
    output: z.array(z.object({ source: z.string(), sourceName: z.string() })),
  }),
  /** The binding of the agent and the source that has been in effect ends with the day before. */
  save: endpoint({
    path: 'CrmOwnerSource/save',
    access,
    ids: { id: 'owner_source', agentUserId: 'user', adviserUserIds: 'user' },
    effect: 'write',
    idempotent: { unless: 'id' },
    input: z.object({
      id: optionalId,
      agentUserId: id,
      source: optionalText(200),
      adviserUserIds: someIds,
      effectiveDate: day,
      remark: optionalText(bindingRemarkLimit),
    }),
    output: z.object({ id: z.int() }),
    codes: [
      'access.record',
      'user.unknown',
      'owner_source.taken',
      'owner_source.agent',
      'owner_source.adviser',
      'owner_source.many',
      'owner_source.source',
      'owner_source.reach',
    ],
  }),
  /** What was in effect before a removed binding is in effect again. */
  remove: endpoint({
    path: 'CrmOwnerSource/delete',
    access,
    ids: { ids: 'owner_source' },
    effect: 'write',
    input: z.object({ ids: someIds }),
    output: done,
    codes: ['access.record', 'owner_source.reach'],
  }),
};
