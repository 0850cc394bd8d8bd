import { useMemo, useState } from 'react';
import { useAddress } from '#web/lib/screen/address.ts';
import type { DepartmentChoice } from '#web/record/inputs/department-path.ts';
import type { UserChoice } from '#web/record/inputs/user-picker.tsx';
import { isPeriod, type Period } from '#shared/text/period.ts';

/** Whose figures: one's own, with subordinates, of chosen people or of chosen departments. */
export const groups = ['self', 'reports', 'people', 'departments'] as const;
export type Group = (typeof groups)[number];

export interface Chosen {
  readonly period: Period;
  /** First and last day, instead of the period. */
  readonly days: readonly [string, string] | null;
  readonly group: Group;
  readonly people: readonly UserChoice[];
  readonly departments: readonly DepartmentChoice[];
}

type Whose = Pick<Chosen, 'group' | 'people' | 'departments'>;

/** The input of the calls. */
export interface Asked {
  readonly userIds: readonly number[];
  readonly deptIds: readonly number[];
  readonly isSub?: 2;
  readonly type?: Period;
  readonly startTime?: string;
  readonly endTime?: string;
}

const listOf = <T>(text: string | null): readonly T[] => {
  try {
    const parsed: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(parsed) ? (parsed as T[]) : [];
  } catch {
    return [];
  }
};

function chosenOf(params: URLSearchParams): Chosen {
  const period = params.get('period');
  const days = listOf<string>(params.get('days'));
  const group = groups.find((one) => one === params.get('who'));
  return {
    period: isPeriod(period) ? period : 'quarter',
    days: days.length === 2 ? [String(days[0]), String(days[1])] : null,
    // for a salesperson the same as the own figures; managers come for their team's
    group: group ?? 'reports',
    people: listOf(params.get('people')),
    departments: listOf(params.get('departments')),
  };
}

/** The question of the page; kept in the address, so that it can be shared and returned to. */
export function useQuestion() {
  const [params, changeParams] = useAddress();
  const chosen = useMemo(() => chosenOf(params), [params]);
  const [earlier, setEarlier] = useState<Whose>({ group: 'reports', people: [], departments: [] });
  // until somebody is picked the figures stay as before, rather than become one's own
  const whose = isPicked(chosen) ? chosen : earlier;
  if (whose !== earlier) setEarlier(whose);
  const asked = useMemo(() => askedOf(chosen, whose), [chosen, whose]);
  const change = (more: Partial<Chosen>) =>
    changeParams((now) => addressOf({ ...chosenOf(now), ...more }), { replace: true });
  return { chosen, asked, change };
}

function addressOf({ period, days, group, people, departments }: Chosen): URLSearchParams {
  const address = new URLSearchParams({ period, who: group });
  if (days) address.set('days', JSON.stringify(days));
  if (group === 'people') address.set('people', JSON.stringify(people));
  if (group === 'departments') address.set('departments', JSON.stringify(departments));
  return address;
}

const isPicked = ({ group, people, departments }: Whose): boolean =>
  group === 'people' ? people.length > 0 : group !== 'departments' || departments.length > 0;

function askedOf({ period, days }: Chosen, { group, people, departments }: Whose): Asked {
  const when = days ? { startTime: days[0], endTime: days[1] } : { type: period };
  const nobody = { userIds: [], deptIds: [] };
  if (group === 'reports') return { ...when, ...nobody, isSub: 2 };
  if (group === 'people') return { ...when, ...nobody, userIds: people.map(({ userId }) => userId) };
  if (group === 'departments') return { ...when, ...nobody, deptIds: departments.map(({ deptId }) => deptId) };
  return { ...when, ...nobody };
}
