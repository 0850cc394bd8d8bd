import type { useText } from '#web/lib/i18n/i18n.ts';
import { stageGroupCalls } from '#shared/crm/opportunities/stage-group-calls.ts';
import { fieldCalls } from '#shared/record/calls/field-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';

export type GroupRow = OutputOf<typeof stageGroupCalls.list>['list'][number];

/** What a new group begins with. */
export interface GroupDraft {
  readonly name: string;
  readonly deptIds: GroupRow['deptIds'];
  readonly stages: readonly { readonly statusId?: number; readonly name: string; readonly rate: number }[];
}

/** What changes with the groups: their list, what forms and boards offer. */
export const groupRefreshes = [stageGroupCalls.list, stageGroupCalls.options, fieldCalls.form, fieldCalls.filterFields];

const longestName = 50;

/** A new group with the stages of another one. */
export const copyOf = (text: ReturnType<typeof useText>, { name, deptIds, statusList }: GroupRow): GroupDraft => ({
  name: text('stage_group.copy_name', { name }).slice(0, longestName),
  deptIds,
  stages: statusList.map((stage) => ({ name: stage.name, rate: stage.rate })),
});
