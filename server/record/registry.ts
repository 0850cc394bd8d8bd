import type { RawBuilder } from 'kysely';
import type { MessageKey } from '#shared/i18n/translate.ts';
import type { FieldValue, Problem } from '#shared/record/field.ts';
import { lineTypeOf } from '#shared/record/lines.ts';
import type { PrintTemplateInput } from '#shared/record/printing/template.ts';
import type { LineAmounts, RecordType } from '#shared/record/record-type.ts';
import { AppError, type ErrorCode } from '#shared/wire/error-codes.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { TransitionRulesOf } from '#server/record/states/transition-rules.ts';

/** Values of a record by fieldName, fixed and custom alike. */
export type Values = Readonly<Record<string, FieldValue>>;

/** What is special about a record type (R7.1). */
export interface Rules {
  /** Pure checks of the whole record, once every field is valid by itself. */
  readonly validate?: readonly ((
    next: Values,
    previous: Values | null,
    lines: readonly RuleLine[],
  ) => readonly RuleProblem[])[];
  /**
   * The limits for the people who will own these records, or new ones without ids; limits without a value do not apply.
   */
  readonly limits?: (
    db: Database,
    ownerUserId: number,
    ids: readonly number[],
    mode: LockMode,
  ) => Promise<readonly Limit[]>;
  /** Further keys on wire rows that the reader's roles show; null when there are none now. */
  readonly rowExtras?: (db: Database, actor: Actor) => Promise<RowExtras | null>;
  /** What answers of the list have beside its page, from the rows on it as the reader sees them. */
  readonly listBeside?: (
    db: Database,
    actor: Actor,
    rows: readonly Readonly<Record<string, unknown>>[],
  ) => Promise<Record<string, unknown>>;
  /**
   * Records that may be opened by their ids beside those of the data scope, with the right to read the type: what
   * somebody has to decide on. A condition on the alias `r`.
   */
  readonly opensTo?: (actor: Actor, type: RecordType) => RawBuilder<boolean>;
  /** After a record of the pool was opened. */
  readonly onPoolRead?: (db: Database, actor: Actor, id: number) => Promise<void>;
  /**
   * Inside the transaction, after an action was undone: throws to abort it, such as at a limit. `columns` have their
   * old values again.
   */
  readonly afterUndo?: (db: Database, ids: readonly number[], columns: readonly string[]) => Promise<void>;
  /** Words that people write over the columns of their own sheets, those for one meaning together. */
  readonly headings?: readonly (readonly string[])[];
  /** Columns reset for a new owner. */
  readonly resetOnOwnerChange?: () => Readonly<Record<string, RawBuilder<unknown>>>;
  /** Columns that change when a record loses its owner, or begins without one. */
  readonly resetOnRelease?: (formerOwner: RawBuilder<number | null>) => Readonly<Record<string, RawBuilder<unknown>>>;
  /** Guards and effects of transitions, by column and name. */
  readonly transitions?: TransitionRulesOf;
  /** Rows that belong to records of the type, besides its children, and move in a merge. */
  readonly moveOnMerge?: readonly MovedKind[];
  /** Columns of the survivor derived from the merged records; an expression reads its old row as `r`. */
  readonly onMerge?: (sourceIds: readonly number[]) => Readonly<Record<string, RawBuilder<unknown>>>;
  /**
   * Derived values, computed before the checks: for each draft the fields to set, by fieldName. Every way of writing
   * calls it, once per batch; it requires no right to those fields.
   */
  readonly beforeSave?: (
    db: Database,
    actor: Actor,
    drafts: readonly RuleDraft[],
  ) => readonly Values[] | Promise<readonly Values[]>;
  /**
   * What stands in the database against records about to be written, once they are locked: for each its problem, or null.
   * Every way of writing calls it, once per batch; of new records the earlier ones count for the later ones.
   */
  readonly refusals?: (
    db: Database,
    actor: Actor,
    drafts: readonly RuleDraft[],
  ) => Promise<readonly (RuleProblem | null)[]>;
  /**
   * What the server takes from elsewhere for lines that were sent, such as the list price of a product: for each the fields
   * to set, whatever was sent for them. Every way of writing calls it, once per batch; it requires no right to those fields.
   */
  readonly lineValues?: (db: Database, actor: Actor, lines: readonly AskedLine[]) => Promise<readonly Values[]>;
  /** Inside the transaction, after records are written, in whichever way. */
  readonly afterSave?: (db: Database, actor: Actor, written: readonly WrittenRecord[]) => Promise<void>;
  /** Of records about to be deleted, those that must stay regardless of references, each with the reason. */
  readonly undeletable?: (db: Database, ids: readonly number[]) => Promise<ReadonlyMap<number, AppError>>;
  /**
   * Of records about to come back from the recycle bin, which are locked, those that must stay there, each with the reason;
   * of several the earlier ones count for the later ones.
   */
  readonly unrestorable?: (
    db: Database,
    actor: Actor,
    ids: readonly number[],
  ) => Promise<ReadonlyMap<number, AppError>>;
  /** The templates that the type comes with; the first is its default. They can be copied, not changed. */
  readonly printTemplates?: readonly TypeTemplate[];
}

/** A template by which records of a type are printed, with what it is for. */
interface TypeTemplate {
  readonly name: MessageKey;
  readonly purpose?: MessageKey;
  readonly content: PrintTemplateInput;
}

/** A record about to be written: its new and old state; a new one has neither id nor old state. */
export interface RuleDraft {
  readonly id: number | null;
  readonly next: Values;
  readonly previous: Values | null;
  /** Their new state; none for types without lines. */
  readonly lines: readonly RuleLine[];
}

/** A line of a document for the rules; a new one has no id. */
export interface RuleLine {
  readonly id: number | null;
  readonly values: Values;
}

/** A line as it was asked for, and as it is stored if it is not new. */
export interface AskedLine {
  readonly stored: Values | null;
  readonly next: Values;
}

export interface WrittenRecord extends RuleDraft {
  readonly id: number;
  /** The complete input of the type's save, if a form was saved. */
  readonly input?: Readonly<Record<string, unknown>> | undefined;
}

/** A problem of a record, and the field to show it at; '' for the record as a whole. */
export interface RuleProblem extends Problem {
  readonly fieldName: string;
  /** The record that has a unique value already. */
  readonly holder?: number;
}

/** A kind of rows that belong to one record and can be moved to another. */
export interface MovedKind {
  /** Its name in the log of moves. */
  readonly kind: string;
  /** Its display name; default `merge.kind.<kind>`. */
  readonly label?: MessageKey;
  readonly table: string;
  readonly keyColumn: string;
  /** The column that refers to the record, and its SQL type. */
  readonly holderColumn: string;
  readonly holderType: 'bigint' | 'text';
  /** Column that is null for rows that count; by default all do. */
  readonly goneColumn?: string;
}

/** Values computed by SQL for rows of lists and details: each wire key with its expression over the alias `r`. */
export type RowExtras = Readonly<Record<string, RawBuilder<unknown>>>;

/** Whether what is read is locked until the transaction ends, or only read, as for a preview. */
export type LockMode = 'lock' | 'read';

/** One limit of what a person may own. */
export interface Limit {
  /** How much of it is left; negative for people above the limit. */
  readonly left: number;
  /** What a record consumes, a new one without an id: undefined when the limit does not apply to it. */
  readonly takes: (id?: number) => number | undefined;
  readonly refusal: ErrorCode;
}

export interface RecordModule {
  readonly type: RecordType;
  readonly rules: Rules;
}

const byCode = new Map<number, RecordModule>();

/** Registers a record type with the engine; called where the server lists its modules. */
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

/** The record type, or its lines, whose fields the set-up stores under a code. */
export function typeOfFields(code: number): RecordType {
  const lines = recordModules().find(({ type }) => type.lines?.code === code);
  return (lines && lineTypeOf(lines.type)) ?? recordModule(code).type;
}

/** The money fields of a type with lines, or of the lines of one. */
export const lineAmountsOf = ({ code, lines }: RecordType): LineAmounts | undefined =>
  (lines ?? recordModules().find(({ type }) => type.lines?.code === code)?.type.lines)?.amounts;

export const recordModules = (): readonly RecordModule[] => [...byCode.values()];

/** Module code from what older clients send: the code, or the wire name (R3.13). */
export function moduleByWire(text: string): RecordModule {
  const found = recordModules().find(({ type }) => String(type.code) === text || type.name === text);
  if (!found) throw new AppError('field.unknown', { name: text });
  return found;
}

/** The type of a wire module code: its own, that of its pool, or that of a part of its list (R3.13). */
export const typeNamed = (code: number): RecordType | undefined =>
  recordModules().find(
    ({ type }) => type.code === code || type.pool?.code === code || type.parts?.some((part) => part.code === code),
  )?.type;
