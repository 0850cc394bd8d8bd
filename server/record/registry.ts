import type { RawBuilder } from 'kysely';
import type { MessageKey } from '#shared/i18n/translate.ts';
import type { FieldValue, Problem } from '#shared/record/field.ts';
import { lineTypeOf } from '#shared/record/lines.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError, type ErrorCode } from '#shared/wire/error-codes.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { TransitionRulesOf } from '#server/record/states/transition-rules.ts';

/** Values of a record by fieldName, fixed and custom alike. */
export type Values = Readonly<Record<string, FieldValue>>;

/** What is special about a record type (R7.1). */
export interface Rules {
  /** Pure checks of the whole record, after every field is right by itself. */
  readonly validate?: readonly ((
    next: Values,
    previous: Values | null,
    lines: readonly RuleLine[],
  ) => readonly RuleProblem[])[];
  /** What limits somebody who is to get these records, or new ones where there are no ids; none that says nothing of them. */
  readonly limits?: (
    db: Database,
    ownerUserId: number,
    ids: readonly number[],
    mode: LockMode,
  ) => Promise<readonly Limit[]>;
  /** Further keys on rows of the wire, made anew for each version of the organisation; null when there are none now. */
  readonly rowExtras?: (db: Database, version: number) => Promise<RowExtras | null>;
  /** After somebody opened a record of the pool. */
  readonly onPoolRead?: (db: Database, actor: Actor, id: number) => Promise<void>;
  /** Inside the transaction, after an act was taken back: throws to leave it, such as at a limit. `columns` have their old values again. */
  readonly afterUndo?: (db: Database, ids: readonly number[], columns: readonly string[]) => Promise<void>;
  /** Columns that start anew with a new owner. */
  readonly resetOnOwnerChange?: () => Readonly<Record<string, RawBuilder<unknown>>>;
  /** Columns that change when a record comes to be without an owner. */
  readonly resetOnRelease?: () => Readonly<Record<string, RawBuilder<unknown>>>;
  /** Guards and effects of transitions, by column and name. */
  readonly transitions?: TransitionRulesOf;
  /** What hangs on records of the type, beside its children, and goes along when they are merged. */
  readonly moveOnMerge?: readonly MovedKind[];
  /** Columns of the survivor that follow from the records merged into it; an expression reads its old row as `r`. */
  readonly onMerge?: (sourceIds: readonly number[]) => Readonly<Record<string, RawBuilder<unknown>>>;
  /**
   * Values that follow from the others, computed before the checks: for each draft the fields to set, by fieldName. Every way of
   * writing calls it, once for all records of a batch; it takes nobody's right to those fields.
   */
  readonly beforeSave?: (
    db: Database,
    actor: Actor,
    drafts: readonly RuleDraft[],
  ) => readonly Values[] | Promise<readonly Values[]>;
  /** Inside the transaction, once records are written, whichever way. */
  readonly afterSave?: (db: Database, actor: Actor, written: readonly WrittenRecord[]) => Promise<void>;
  /** Of records that are about to be deleted, those that have to stay whatever points to them, each with what is said of it. */
  readonly undeletable?: (db: Database, ids: readonly number[]) => Promise<ReadonlyMap<number, AppError>>;
}

/** A record that is about to be written: as it would be, and as it is; a new one has neither id nor past. */
export interface RuleDraft {
  readonly id: number | null;
  readonly next: Values;
  readonly previous: Values | null;
  /** As they would be; none for types without lines. */
  readonly lines: readonly RuleLine[];
}

/** A line of a document as the rules see it; a new one has no id. */
export interface RuleLine {
  readonly id: number | null;
  readonly values: Values;
}

export interface WrittenRecord extends RuleDraft {
  readonly id: number;
  /** All that the contract of the type's save takes, where a form was saved. */
  readonly input?: Readonly<Record<string, unknown>> | undefined;
}

/** What is wrong with a record, and the field to show it at; '' for the record as a whole. */
export interface RuleProblem extends Problem {
  readonly fieldName: string;
}

/** A kind of rows that hang on one record and can be handed to another. */
export interface MovedKind {
  /** Its name in the log of moves. */
  readonly kind: string;
  /** How people call it; `merge.kind.<kind>` unless given. */
  readonly label?: MessageKey;
  readonly table: string;
  readonly keyColumn: string;
  /** Column that names the record, and its SQL type. */
  readonly holderColumn: string;
  readonly holderType: 'bigint' | 'text';
  /** Column that is null for rows that count; all do unless given. */
  readonly goneColumn?: string;
}

/** Values that SQL computes for rows of lists and details: each key of the wire with its expression over the alias `r`. */
export type RowExtras = Readonly<Record<string, RawBuilder<unknown>>>;

/** Whether what is looked up stays as it is until the transaction ends, or is only read, as for a preview. */
export type LockMode = 'lock' | 'read';

/** One limit of what a person may own. */
export interface Limit {
  /** How much of it is left; below zero for who has too much already. */
  readonly left: number;
  /** What a record takes of it, a new one without an id: undefined when the limit says nothing of such a record. */
  readonly takes: (id?: number) => number | undefined;
  readonly refusal: ErrorCode;
}

export interface RecordModule {
  readonly type: RecordType;
  readonly rules: Rules;
}

const byCode = new Map<number, RecordModule>();

/** Makes a record type known to the engine; called where the server lists its modules. */
export function registerRecordType(type: RecordType, rules: Rules = {}): RecordModule {
  const module = { type, rules };
  byCode.set(type.code, module);
  return module;
}

/** The record type of a module code; an unknown one is refused. */
export function recordModule(code: number): RecordModule {
  const module = byCode.get(code);
  if (!module) throw new AppError('field.unknown', { name: String(code) });
  return module;
}

/** The record type, or the lines of one, whose fields the set-up keeps under a code. */
export function typeOfFields(code: number): RecordType {
  const lines = recordModules().find(({ type }) => type.lines?.code === code);
  return (lines && lineTypeOf(lines.type)) ?? recordModule(code).type;
}

export const recordModules = (): readonly RecordModule[] => [...byCode.values()];

/** Module code from what older clients send: the code, or the wire name (R3.13). */
export function moduleByWire(text: string): RecordModule {
  const found = recordModules().find(({ type }) => String(type.code) === text || type.name === text);
  if (!found) throw new AppError('field.unknown', { name: text });
  return found;
}

/** The type that a module code of the wire names: its own, that of its pool, or that of a part of its list (R3.13). */
export const typeNamed = (code: number): RecordType | undefined =>
  recordModules().find(
    ({ type }) => type.code === code || type.pool?.code === code || type.parts?.some((part) => part.code === code),
  )?.type;
