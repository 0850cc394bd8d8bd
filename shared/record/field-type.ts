import type { Field, FieldValue, Parsed, Problem, Range } from '#shared/record/field.ts';
import type { Operator } from '#shared/record/operator.ts';

/** How values of a type are stored and compared in the database. */
export type Storage = 'text' | 'numeric' | 'date' | 'timestamp' | 'id_list' | 'text_list' | 'address' | 'record';

/** Names of people, departments and records for values that store ids. */
export interface Names {
  readonly user: (userId: number) => string | undefined;
  readonly dept: (deptId: number) => string | undefined;
  /** Names of the records that a field refers to. */
  readonly record: (field: Pointing, id: number) => string | undefined;
}

/** Ids of people, departments and records by name, for values from a spreadsheet. */
export interface Lookup {
  readonly userIds: (name: string) => readonly number[];
  readonly deptIds: (name: string) => readonly number[];
  /** Of several of that name, those that belong to `whole` (`Relation.within`). */
  readonly recordIds: (field: Pointing, name: string, whole?: number) => readonly number[];
}

/** What is needed about a field to resolve its references. */
type Pointing = Pick<Field, 'fieldName' | 'relation' | 'tree'>;

/** What is needed to normalise a value, keyed by fieldName. */
export interface Normalising {
  /** The companion field inside this one's input; null for none. */
  readonly companion: string | null;
  /** The values of the request. */
  readonly sent: Readonly<Record<string, FieldValue>>;
  /** The stored values of the record; empty for a new one. */
  readonly before: Readonly<Record<string, FieldValue>>;
}

/** Part of a JSON Schema. */
export type ValueSchema = Readonly<Record<string, unknown>>;

/** What a field's declaration says about its values. */
export interface Declared {
  readonly maxLength?: number | null;
  readonly options?: readonly string[];
  readonly range?: Range;
}

/** The API document's schema of values: `onRow` as in rows, where none is '', `inSave` as in saves. */
export interface Described {
  readonly onRow: ValueSchema;
  readonly inSave: ValueSchema;
  /** Further key on rows, by that of the value: its text beside ids. */
  readonly nameKey?: (key: string) => string;
}

/** The keys of a value on rows and in saves, and the key for a value written as a single text. */
export interface Parts {
  readonly keys: readonly string[];
  readonly asText: string;
}

/**
 * Everything about one field type in one place; maps over types are complete, so a new type must be added to all of
 * them.
 */
export interface FieldType<V extends FieldValue = FieldValue> {
  readonly storage: Storage;
  readonly operators: readonly Operator[];
  /** Sortable. */
  readonly sortable: boolean;
  /** May be marked unique. */
  readonly uniqueable: boolean;
  /** Has a column in templates and imports. */
  readonly importable: boolean;
  /**
   * What a value says of the person whom a record is about: nothing where it is one of several that are offered, a contact where it is
   * nobody else's, text otherwise (docs/decisions/erasure.md).
   */
  readonly personal: 'nothing' | 'text' | 'contact';
  /** The designer may add such fields; the others are declared only. */
  readonly addable: boolean;
  /** Its values are one or several options of the field. */
  readonly choice?: 'one' | 'several';
  /** Its values are batches of files, whose access follows the record; records never share one. */
  readonly holdsFiles?: true;
  /** The fixed number of decimals, unless the field sets it. */
  readonly decimals?: number;
  /** For a value without its own key on rows and in saves. A record has at most one such field of the type. */
  readonly parts?: Parts;
  /**
   * Its values number the records: a new record without one gets it when it is saved; they are unique, and cannot be
   * set on many records at once.
   */
  readonly numbersRecords?: true;
  /** The least and the most of an amount that is computed. */
  readonly bounds?: (field: Field) => Range;
  /** Reads a wire value: `null` for none, a problem for an invalid one. */
  readonly parse: (input: unknown, field: Field) => Parsed<V>;
  /** Reads a wire value of the field's companion into one of its options, such as the area code `+60` of a number. */
  readonly parseCompanion?: (input: unknown) => unknown;
  /**
   * The values to store for one with several notations, including its companion's if the text contains it; absent for
   * types with one notation.
   */
  readonly normalise?: (value: V, field: Field, around: Normalising) => Readonly<Record<string, FieldValue>>;
  /** Checks that depend on other values of the record (keyed by fieldName). */
  readonly check?: (value: V, field: Field, record: Readonly<Record<string, FieldValue>>) => Problem | null;
  /** The text of a value in exports, histories and conflicts, including its companion if known. */
  readonly toText: (value: V, field: Field, names: Names, companion?: FieldValue) => string;
  /** The masked form of a text of `toText`. */
  readonly mask: (text: string) => string;
  /** Whether a text is hardly anything else, so that a column of a sheet is known by what stands in it. */
  readonly looksLike?: (text: string, field: Field) => boolean;
  /** A text that can be read for one that cannot, as people most likely meant it; null for none. */
  readonly repair?: (text: string, field: Field) => string | null;
  /** Converts spreadsheet text into input for `parse`. */
  readonly fromText: (text: string, field: Field, lookup: Lookup) => unknown;
  readonly described: (declared: Declared) => Described;
}

const equality: readonly Operator[] = ['is', 'isNot', 'in', 'isNull', 'isNotNull'];
export const choiceOperators = equality;
export const textOperators: readonly Operator[] = [...equality, 'contains', 'notContains', 'startWith', 'endWith'];
export const numberOperators: readonly Operator[] = [...equality, 'contains', 'notContains', 'gt', 'egt', 'lt', 'elt'];
export const timeOperators: readonly Operator[] = [...equality, 'gt', 'egt', 'lt', 'elt', 'between', 'period'];
