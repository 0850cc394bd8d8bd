import type { Database } from '#server/platform/database/tables.ts';
import type { Log } from '#server/platform/log/log.ts';
import { operationOf, type OperationKind, type OperationObject } from '#shared/admin/audit/operation.ts';
import type { Endpoint } from '#shared/wire/endpoint.ts';
import type { Generated } from 'kysely';

declare module '#server/platform/database/tables.ts' {
  interface Tables {
    operation_log: {
      operation_log_id: Generated<number>;
      user_id: number;
      call: string;
      kind: string;
      object: string;
      subject: Generated<string>;
      record_id: number | null;
      records: Generated<number>;
      result: Generated<string>;
      address: Generated<string>;
      created_at: Generated<string>;
    };
  }
}

/** A call as the log keeps it: its path and ids, never its body (security O6). */
export interface LoggedOperation {
  readonly endpoint: Endpoint;
  readonly userId: number;
  readonly address: string;
  /** The parsed input; ids alone are read from it. */
  readonly input?: unknown;
  /** What was answered: a new record has its id there. */
  readonly answer?: unknown;
  /** The code of the refusal; '' when it was done. */
  readonly result?: string;
}

/** Writes what somebody did; rows cannot be changed afterwards. */
export async function logOperation(db: Database, { endpoint, userId, address, ...rest }: LoggedOperation) {
  const { input, answer, result = '' } = rest;
  const { object, ...described } = operationOf(endpoint.path);
  const about = subjectOf(endpoint, object, input, answer);
  const kind = kindOf(described.kind, endpoint, input);
  await db
    .insertInto('operation_log')
    .values({ user_id: userId, call: endpoint.path, kind, object, ...about, result, address })
    .execute();
}

/** The same of what is over already: what cannot be written is reported, and fails nothing. */
export async function noteOperation(db: Database, log: Log, operation: LoggedOperation): Promise<void> {
  try {
    await logOperation(db, operation);
  } catch (error) {
    log.error({ err: error, path: operation.endpoint.path }, 'an operation is not in the log');
  }
}

/** A call that adds and changes adds when it names nothing to change. */
function kindOf(kind: OperationKind, { idempotent, effect }: Endpoint, input: unknown): OperationKind {
  if (kind === 'other' && effect === 'read') return 'read';
  const names = idempotent?.unless ?? null;
  if (names === null) return kind === 'change' && idempotent ? 'add' : kind;
  return valueAt(input, names) === undefined ? 'add' : 'change';
}

const valueAt = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
      value,
    );

/** What says nothing about which thing the call is about. */
const asides: ReadonlySet<string> = new Set(['reference', 'batch', 'menu']);

interface Subject {
  readonly subject: string;
  readonly record_id: number | null;
  readonly records: number;
}

function subjectOf(endpoint: Endpoint, object: OperationObject, input: unknown, answer: unknown): Subject {
  const keys = Object.entries(endpoint.ids).filter(([, subject]) => !asides.has(subject));
  // the thing itself before what it belongs to
  const own = keys.filter(([, subject]) => subject === object);
  for (const [key, subject] of own.length > 0 ? own : keys.slice(0, 1)) {
    const ids = idsIn(valueAt(input, key)) ?? idsIn(valueAt(answer, key.split('.').at(-1) ?? key));
    if (ids) return { subject, record_id: ids[0] ?? null, records: ids.length };
  }
  return { subject: '', record_id: null, records: 0 };
}

function idsIn(value: unknown): readonly number[] | null {
  const ids = [value].flat().filter((one): one is number => typeof one === 'number' && Number.isSafeInteger(one));
  return ids.length > 0 ? ids : null;
}
