import { withValue } from '#server/route-table/schema.ts';
import type { Things } from '#server/route-table/things.ts';
import type { Answer, Company, Person } from '#server/testing/company.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { Endpoint } from '#shared/wire/endpoint.ts';

/** A company, and what generated tests do with every route of it. */
export interface Table {
  readonly company: Company;
  /** What calls that are about records of any type are asked about. */
  readonly type: RecordType;
  readonly endpoints: readonly Endpoint[];
  /** Streams stay open when they succeed; they are asked only where they must refuse. */
  readonly answering: readonly Endpoint[];
  /** A new employee: by default a salesperson of 销售二部. */
  readonly hire: (options?: { roles?: readonly number[]; deptId?: number; superior?: number }) => Promise<Person>;
  readonly things: (owner: Person) => Promise<Things>;
  /** A request that this route answers with success when the owner of `things` sends it. */
  readonly example: (endpoint: Endpoint, things: Things) => Promise<Example>;
  readonly send: (endpoint: Endpoint, example: Example, as?: Pick<Person, 'token'> | null) => Promise<Answer>;
  /** Everything that a call may change: rows of all tables but the log, queued jobs and stored objects. */
  readonly state: () => Promise<Record<string, string>>;
}

/** A request and what it is answered with. */
export interface Example {
  readonly body: Record<string, unknown>;
  readonly file?: { readonly name: string; readonly content: Buffer };
  readonly headers?: Record<string, string>;
  /** Who sends it, when not the owner of the things. */
  readonly token?: string;
  /** The code that stands for success; 0 unless the call is closed by nature. */
  readonly code?: number;
  /** The body that makes something new, where the same call also changes what is there. */
  readonly creating?: Record<string, unknown>;
}

export type Making = (table: Table, things: Things) => Partial<Example> | Promise<Partial<Example>>;

/**
 * What the shape of an input cannot say, by the path of the call. A call that nobody has an example of is sent the
 * smallest body that fits its contract, with ids of the things.
 */
export type Examples = Readonly<Record<string, Making>>;

/** Puts an id where `endpoint.ids` says; lists take it alone. */
export const withId = (body: Record<string, unknown>, path: string, id: number | string): Record<string, unknown> =>
  withValue(body, path, /(?:^|\.)ids$|Ids$/.test(path) ? [id] : id);
