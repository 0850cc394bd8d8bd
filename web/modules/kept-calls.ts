import { recordPages } from '#web/modules/crm/record-pages.ts';
import { personCalls } from '#shared/auth/person-calls.ts';
import { firstStepsCalls } from '#shared/auth/first-steps-calls.ts';
import { toDoCalls } from '#shared/crm/to-do-calls.ts';
import { workbenchCalls } from '#shared/crm/workbench-calls.ts';
import { fieldCalls } from '#shared/record/calls/field-calls.ts';
import { sceneCalls } from '#shared/record/calls/scene-calls.ts';

/**
 * What the dashboard and the lists paint first. Opened records are not among it, nor rights, which are a hint until the
 * server has said them (security W7).
 */
const kept = new Set<string>([
  ...[personCalls.self, firstStepsCalls.list, fieldCalls.heads, sceneCalls.list].map(pathOf),
  ...[toDoCalls.num, toDoCalls.run, toDoCalls.todayCustomer].map(pathOf),
  ...[workbenchCalls.brief, workbenchCalls.ranking, workbenchCalls.followUps].map(pathOf),
  ...recordPages.map(({ type }) => `${type.family}/queryPageList`),
]);

/** Whether the last answer of a call is kept for the next visit. */
export const isKeptCall = (path: string): boolean => kept.has(path);

function pathOf({ path }: { readonly path: string }): string {
  return path;
}
