import type { Field, FieldValue, Parsed, Problem, Range } from '#shared/record/field.ts';
import type { Operator } from '#shared/record/operator.ts';

/** How values of a type lie in the database and compare there. */
export type Storage = 'text' | 'numeric' | 'date' | 'timestamp' | 'id_list' | 'text_list' | 'address' | 'record';

/** Names of people, departments and records for values that hold their ids. */
export interface Names {
  readonly user: (userId: number) => string | undefined;
  readonly dept: (deptId: number) => string | undefined;
  /** Of records that a field points to. */
  readonly record: (field: Pointing, id: number) => string | undefined;
}

/** Ids of people, departments and records by name, for values that come from a spreadsheet. */
export interface Lookup {
  readonly userIds: (name: string) => readonly number[];
  readonly deptIds: (name: string) => readonly number[];
  readonly recordIds: (field: Pointing, name: string) => readonly number[];
}

/** All that one needs to know of a field to find what it points to. */
type Pointing = Pick<Field, 'fieldName' | 'relation'>;

/** What a value is normalised by, keyed by fieldName. */
export interface Normalising {
  /** The field inside this one's input; null for none. */
  readonly companion: string | null;
  /** Values that come with it. */
  readonly sent: Readonly<Record<string, FieldValue>>;
  /** Those of the record as it is; empty for a new one. */
  readonly before: Readonly<Record<string, FieldValue>>;
}

/** Part of a JSON Schema. */
export type ValueSchema = Readonly<Record<string, unknown>>;

/** What the declaration of a field says of its values. */
export interface Declared {
  readonly maxLength?: number | null;
  readonly options?: readonly string[];
  readonly range?: Range;
}

/** What the API document says of values: `onRow` as rows carry them, where none is '', `inSave` as a save takes them. */
export interface Described {
  readonly onRow: ValueSchema;
  readonly inSave: ValueSchema;
}

/** The keys that a value lies under on rows and in saves, and the one that takes what is written as a single text. */
export interface Parts {
  readonly keys: readonly string[];
  readonly asText: string;
}

/** Everything about one field type, in one place; maps over types are complete, so a new type shows up everywhere. */
export interface FieldType<V extends FieldValue = FieldValue> {
  readonly storage: Storage;
  readonly operators: readonly Operator[];
  /** May be sorted by. */
  readonly sortable: boolean;
  /** May carry the unique mark. */
  readonly uniqueable: boolean;
  /** Has a column in templates and imports. */
  readonly importable: boolean;
  /** The designer may add fields of it; the others are declared. */
  readonly addable: boolean;
  /** Its values are options of the field: one of them, or several. */
  readonly choice?: 'one' | 'several';
  /** Its values are batches of files, which follow the record; no two records share one. */
  readonly holdsFiles?: true;
  /** How many decimals every value has, where it is not for the field to say. */
  readonly decimals?: number;
  /** Of a value that is not under a key of its own on rows and in saves. A record has one such field of the type. */
  readonly parts?: Parts;
  /**
   * Its values number the records: a new one without it gets it when it is saved, no two have the same, and none is for many
   * records at once.
   */
  readonly numbersRecords?: true;
  /** Reads a value of the wire: `null` for none, a problem for a bad one. */
  readonly parse: (input: unknown, field: Field) => Parsed<V>;
  /** Reads what the wire says of the field's companion into one of its options, as the area code `+60` of a number. */
  readonly parseCompanion?: (input: unknown) => unknown;
  /**
   * The values to store for one that may be written in several ways, with that of its companion when it says that too;
   * absent where there is one way.
   */
  readonly normalise?: (value: V, field: Field, around: Normalising) => Readonly<Record<string, FieldValue>>;
  /** Checks that need the other values of the record (keyed by fieldName). */
  readonly check?: (value: V, field: Field, record: Readonly<Record<string, FieldValue>>) => Problem | null;
  /** The text of a value in exports, histories and conflicts, with that of its companion where that is known. */
  readonly toText: (value: V, field: Field, names: Names, companion?: FieldValue) => string;
  /** Turns spreadsheet text into something `parse` reads. */
  readonly fromText: (text: string, field: Field, lookup: Lookup) => unknown;
  readonly described: (declared: Declared) => Described;
}

const equality: readonly Operator[] = ['is', 'isNot', 'in', 'isNull', 'isNotNull'];
export const choiceOperators = equality;
export const textOperators: readonly Operator[] = [...equality, 'contains', 'notContains', 'startWith', 'endWith'];
export const numberOperators: readonly Operator[] = [...equality, 'contains', 'notContains', 'gt', 'egt', 'lt', 'elt'];
export const timeOperators: readonly Operator[] = [...equality, 'gt', 'egt', 'lt', 'elt', 'between'];
