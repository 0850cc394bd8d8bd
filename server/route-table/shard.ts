import type { Endpoint } from '#shared/wire/endpoint.ts';

/** A part of the route table: test files share it among themselves, call by call, so that they run side by side. */
export interface Shard {
  readonly number: number;
  readonly of: number;
}

export const callsOf = ({ number, of }: Shard, endpoints: readonly Endpoint[]): readonly Endpoint[] =>
  endpoints.filter((_, at) => at % of === number - 1);
