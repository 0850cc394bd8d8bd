import { stageGroupCalls } from '#shared/crm/opportunities/stage-group-calls.ts';
import { fieldCalls } from '#shared/record/calls/field-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';

export type GroupRow = OutputOf<typeof stageGroupCalls.list>['list'][number];

/** What changes with the groups: their list, what forms and boards offer. */
export const groupRefreshes = [stageGroupCalls.list, stageGroupCalls.options, fieldCalls.form, fieldCalls.filterFields];
