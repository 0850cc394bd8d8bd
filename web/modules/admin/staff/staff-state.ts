import { useMemo } from 'react';
import { useAddress } from '#web/lib/screen/address.ts';
import { pageSizes } from '#web/record/list/list-state.ts';
import type { userCalls } from '#shared/admin/user-calls.ts';
import type { InputOf } from '#shared/wire/endpoint.ts';
import { chartKinds, type ChartKind } from './chart/chart-nodes.ts';

/** State of the page, kept in the address. */
export interface StaffState {
  readonly deptId: number | null;
  readonly search: string;
  /** 0 disabled, 1 active, 2 not yet active. */
  readonly status: number | null;
  readonly page: number;
  readonly limit: number;
  readonly isCreating: boolean;
  /** The person being edited. */
  readonly userId: number | null;
  /** The company as a chart instead of the list. */
  readonly chart: ChartKind | null;
  /** People whose work is handed over, one after the other. */
  readonly handOver: readonly number[];
}

const names = {
  deptId: 'dept',
  search: 'search',
  status: 'status',
  page: 'page',
  limit: 'limit',
  isCreating: 'create',
  userId: 'edit',
  chart: 'chart',
  handOver: 'hand_over',
} as const satisfies Record<keyof StaffState, string>;

/** The state in an address; invalid values count as unset. */
export function stateOf(params: URLSearchParams): StaffState {
  const whole = (name: string, least: number, most: number): number | null => {
    const value = params.get(name);
    return value !== null && /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most
      ? Number(value)
      : null;
  };
  const limit = whole(names.limit, 1, 100);
  return {
    deptId: whole(names.deptId, 1, Infinity),
    search: params.get(names.search) ?? '',
    status: whole(names.status, 0, 2),
    page: whole(names.page, 1, Infinity) ?? 1,
    limit: pageSizes.find((size) => size === limit) ?? pageSizes[0],
    isCreating: params.get(names.isCreating) === '1',
    userId: whole(names.userId, 1, Infinity),
    chart: chartKinds.find((kind) => kind === params.get(names.chart)) ?? null,
    handOver: (params.get(names.handOver) ?? '')
      .split(',')
      .flatMap((id) => (/^[1-9]\d{0,8}$/.test(id) ? Number(id) : [])),
  };
}

const written = (value: StaffState[keyof StaffState]): string | null => {
  if (value === null || value === false) return null;
  return value === true ? '1' : String(value) || null;
};

/** The address after a change; a change of the list starts at page 1 again. */
export function changed(before: URLSearchParams, next: Partial<StaffState>): URLSearchParams {
  const after = new URLSearchParams(before);
  const keepsList = Object.keys(next).every((key) => key === 'userId' || key === 'isCreating' || key === 'handOver');
  const all = keepsList || next.page !== undefined ? next : { ...next, page: 1 };
  for (const key of Object.keys(all) as (keyof StaffState)[]) {
    const value = key === 'page' && all.page === 1 ? null : written(all[key] ?? null);
    if (value === null) after.delete(names[key]);
    else after.set(names[key], value);
  }
  return after;
}

export function useStaffState() {
  const [params, changeParams] = useAddress();
  const state = useMemo(() => stateOf(params), [params]);
  const change = (next: Partial<StaffState>) => changeParams((now) => changed(now, next));
  return { state, change };
}

/** The list query of a state. */
export const queryOf = ({ deptId, search, status, page, limit }: StaffState): InputOf<typeof userCalls.list> => ({
  page,
  limit,
  ...(deptId !== null && { deptId }),
  ...(search !== '' && { search }),
  ...(status !== null && { status }),
});
