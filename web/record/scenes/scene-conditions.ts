import type { Condition } from '#shared/record/calls/record-calls.ts';

/** The conditions of a scene and added ones; the same field overrides the scene's (R8.3). */
export function sceneConditions(sceneData: string | undefined, added: readonly Condition[]): Condition[] {
  const names = new Set(added.map(nameOf));
  return [...stored(sceneData).filter((one) => one.any || !names.has(nameOf(one))), ...added];
}

const nameOf = (condition: Condition): string | undefined => condition.fieldName ?? condition.name;

function stored(data: string | undefined): Condition[] {
  if (!data) return [];
  const parsed = JSON.parse(data) as Condition[] | Record<string, Condition>;
  return Array.isArray(parsed) ? parsed : Object.entries(parsed).map(([fieldName, one]) => ({ ...one, fieldName }));
}
