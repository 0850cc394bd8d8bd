import type { z } from 'zod';
import type { Application } from '#shared/admin/company/applications.ts';
import type { Permission } from '#shared/admin/menus.ts';
import type { ErrorCode } from '#shared/wire/error-codes.ts';

/** Who may call: nobody needs a login for `public`; `login` needs one but no permission key; otherwise one of the keys. */
export type Access = 'public' | 'login' | Permission | readonly Permission[];

/**
 * What an id parameter refers to; a record type adds its name where it is declared. Subjects in `directorySubjects` are
 * open to every employee (pickers need them); all others are checked against the actor's scope and answer 404 outside
 * it (security A2).
 */
export interface Subjects {
  /** A record of the type that the call's `types` or `label` names. */
  record: true;
  file: true;
  batch: true;
  follow_up: true;
  import: true;
  operation: true;
  scene: true;
  user: true;
  dept: true;
  role: true;
  menu: true;
  field: true;
  /** A node of a tree that everybody sees, such as a category of products. */
  tree_node: true;
  /** An opaque value that grants nothing, such as a module code. */
  reference: true;
  login: true;
}
export type Subject = keyof Subjects;

/**
 * Excluded from generated tests of refusals.
 * @internal
 */
export const directorySubjects = [
  'user',
  'dept',
  'role',
  'menu',
  'field',
  'tree_node',
  'reference',
] as const satisfies readonly Subject[];

export type UploadKind = 'image' | 'attachment' | 'sheet';

/** Upload limits in bytes (security U1). */
export const uploadLimits: Record<UploadKind, number> = {
  image: 10 * 1024 * 1024,
  attachment: 20 * 1024 * 1024,
  sheet: 10 * 1024 * 1024,
};

export interface Endpoint<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly method: 'GET' | 'POST';
  /** Path below `/` and `/api/`, exactly as in docs/calls.txt (R3.1). */
  readonly path: string;
  readonly access: Access;
  /**
   * The application that it is part of, for calls whose right does not say so: nobody may call it while that is switched
   * off. Calls about any type of records are checked by their type.
   */
  readonly application?: Application;
  /** Every id parameter of the input, dotted for nested ones, and what it refers to. */
  readonly ids: Readonly<Record<string, Subject>>;
  readonly input: I;
  /** Whitelist of what leaves the server (security A9). */
  readonly output: O;
  /** The part of the input that a body is which is a bare list; others refuse such a body. */
  readonly bareList: string | null;
  /** `write` runs in one transaction; `manual` does its own (uploads, jobs). */
  readonly effect: 'read' | 'write' | 'manual';
  /**
   * A create or money action that takes `Idempotency-Key` (security C1). `unless` is the dotted path of the id whose
   * presence makes the call an update; such a call needs no key. A `manual` one handles it with `Call.once`.
   */
  readonly idempotent: { readonly unless: string | null } | null;
  readonly rate: 'normal' | 'login' | 'search' | 'heavy';
  readonly upload?: { readonly kind: UploadKind; readonly maxBytes: number; readonly required: boolean };
  /** `data` wraps the output in the envelope; `top` spreads it beside `code`; `file` and `stream` are written raw. */
  readonly answer: 'data' | 'top' | 'file' | 'stream';
  /**
   * Refusals use the HTTP status too: clients that request the bytes of a file may not read the envelope (security G1).
   */
  readonly refusesByStatus: boolean;
  /** Cookie authentication is allowed here, behind origin checks (security W2). */
  readonly cookie: boolean;
  /**
   * Whether it may be called while somebody looks at the product as another person. Reads may, but for exports; `refused`
   * is for what is about the person alone, or logs who asked.
   */
  readonly whileViewing: 'refused' | 'usual' | 'allowed';
  /**
   * Whether programs may call it by a token of their own (`isForPrograms`). `allowed` is for what calls that take a right
   * cannot be made without; it must show nothing but what the caller's rights show.
   */
  readonly forPrograms: 'refused' | 'usual' | 'allowed';
  readonly codes: readonly ErrorCode[];
}

type Optional =
  | 'method'
  | 'ids'
  | 'bareList'
  | 'effect'
  | 'idempotent'
  | 'rate'
  | 'answer'
  | 'codes'
  | 'cookie'
  | 'refusesByStatus'
  | 'whileViewing'
  | 'forPrograms';

/** Declares one call. The route table, OpenAPI document, typed client and generated tests are derived from it. */
export function endpoint<I extends z.ZodType, O extends z.ZodType>(
  declaration: Omit<Endpoint<I, O>, Optional> & Partial<Pick<Endpoint<I, O>, Optional>>,
): Endpoint<I, O> {
  return {
    method: 'POST',
    ids: {},
    bareList: null,
    effect: 'read',
    idempotent: null,
    rate: 'normal',
    answer: 'data',
    cookie: false,
    refusesByStatus: false,
    whileViewing: 'usual',
    forPrograms: 'usual',
    codes: [],
    ...declaration,
  };
}

/**
 * The methods that a call takes: reading calls GET and POST alike, as clients ask either way; writing calls the declared
 * one alone, and so do streams (security W2, W5).
 */
export const methodsOf = ({ method, effect, answer }: Endpoint): readonly Endpoint['method'][] =>
  effect === 'read' && answer !== 'stream' ? ['GET', 'POST'] : [method];

export type InputOf<E extends Endpoint> = z.input<E['input']>;
export type OutputOf<E extends Endpoint> = z.output<E['output']>;
