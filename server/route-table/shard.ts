import type { CompanyOptions } from '#server/testing/company.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { Endpoint } from '#shared/wire/endpoint.ts';

/** A part of the route table: test files share it among themselves, call by call, so that they run side by side. */
export interface Shard extends Pick<CompanyOptions, 'types'> {
  readonly number: number;
  readonly of: number;
  /** Only what this record type has by its declaration; `types` are those that it needs and the product lacks. */
  readonly type?: RecordType;
}

const isCallOf = ({ family }: RecordType, { path }: Endpoint): boolean => path.startsWith(`${family}/`);

export const callsOf = ({ number, of, type }: Shard, endpoints: readonly Endpoint[]): readonly Endpoint[] =>
  endpoints.filter((one) => !type || isCallOf(type, one)).filter((_, at) => at % of === number - 1);

/** What a shard has at least, where the whole table has more than `ofAll`: a type alone has about a tenth of its calls. */
export const shareOf = ({ of, type }: Shard, ofAll: number): number => ofAll / (type ? 10 * of : of);
