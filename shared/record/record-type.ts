import type { Area } from '#shared/admin/menus.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import type { BulkSheetPaths } from '#shared/record/capabilities/bulk-sheets.ts';
import type { NamedCall } from '#shared/record/capabilities/call-paths.ts';
import type { Capability, NamedRight } from '#shared/record/capabilities/capability.ts';
import type { CheckedType, FormType, Range } from '#shared/record/field.ts';
import type { Reset } from '#shared/record/sequence/pattern.ts';
import type { Relation } from '#shared/record/relations/relation-declaration.ts';
import type { RowTable } from '#shared/record/relations/row-table.ts';
import type { RelatedFormType, RowFormType } from '#shared/record/relations/relation.ts';
import type { Rollup } from '#shared/record/rollup.ts';
import type { Tree } from '#shared/record/trees/tree.ts';
import type { StateColumn } from '#shared/record/states/state.ts';
import type { RecordVerb } from '#shared/record/verbs.ts';
import type { Subject } from '#shared/wire/endpoint.ts';
import type { ErrorCode } from '#shared/wire/error-codes.ts';

/** A fixed field: a real column. Its label lives in the messages as `<type name>.<fieldName>`. */
export type FixedField = PlainField | RelationField | TreeField | RowField;

interface PlainField extends FieldDeclaration {
  readonly formType: Exclude<FormType, RelatedFormType>;
  readonly relation?: undefined;
  readonly tree?: undefined;
  readonly rowsOf?: undefined;
}

/** A field that names a row of a table. */
export interface RowField extends FieldDeclaration {
  readonly formType: RowFormType;
  readonly rowsOf: RowTable;
  readonly relation?: undefined;
  readonly tree?: undefined;
}

/** A field that names a node of a tree. */
export interface TreeField extends FieldDeclaration {
  readonly formType: 'category';
  readonly tree: Tree;
  readonly relation?: undefined;
  readonly rowsOf?: undefined;
}

/** A field that points to a record: what becomes of the child with that record is declared here and nowhere else. */
export interface RelationField extends FieldDeclaration {
  readonly formType: Exclude<RelatedFormType, 'category' | RowFormType>;
  readonly relation: Relation;
  readonly tree?: undefined;
  readonly rowsOf?: undefined;
}

interface FieldDeclaration {
  readonly fieldName: string;
  /** How forms call its type, where they offer checks beside the input (R9.18). */
  readonly checkedAs?: CheckedType;
  readonly required?: boolean;
  readonly unique?: boolean;
  /** Of a unique field: the refusal of a value that another record has, where that is worded by itself. */
  readonly taken?: ErrorCode;
  readonly options?: readonly string[];
  readonly maxLength?: number;
  /** Of a number or an amount: only above 0. */
  readonly positive?: boolean;
  /** Of a percent, in place of that from -999.99 to 999.99. */
  readonly range?: Range;
  /** Of a sequence: how it numbers the records of a new installation. */
  readonly sequence?: { readonly pattern: string; readonly reset: Reset; readonly per?: string };
  readonly operating?: 0 | 1 | 2 | 3;
  readonly companionOf?: string;
  /** The rules of the type fill it where nothing is said. */
  readonly isFilled?: true;
  /** Computed from other columns, `{price} * {amount}`, with so many decimals, 2 without. Set-ups do not change it. */
  readonly formula?: { readonly text: string; readonly decimals?: number };
  /** Counted over children, with so many decimals where that is a number. Set-ups do not change it. */
  readonly rollup?: Rollup & { readonly decimals?: number };
}

/** A custom field that a new installation starts with. */
export interface StarterField {
  /** Its name and its label in Chinese, which is data. */
  readonly name: string;
  /** Its label in each language, while nobody has changed it. */
  readonly label: MessageKey;
  readonly formType: FormType;
  readonly options?: readonly string[];
  readonly required?: boolean;
  readonly operating?: 0 | 1 | 2 | 3;
  /** The fixed field that it stands behind; behind all of them without. */
  readonly after?: string;
}

/** A column the server keeps by itself: shown in lists, never written by a save (security A16). */
export interface SystemColumn {
  /** Column of the table, or the key of a joined name. */
  readonly fieldName: string;
  readonly formType: FormType;
  /** Raw columns behind it; sorting and filtering use the first. */
  readonly column: string;
  readonly kind: 'value' | 'user_name';
  /** Says what is in a record: hidden from who may list records without reading them. */
  readonly forReaders?: true;
  /** Of records without an owner: shown by the list of the pool alone. */
  readonly ofPool?: true;
  /** Name of the field that it is made of: shown, filtered and sorted by whoever sees that. */
  readonly follows?: string;
}

/** A column that the type's rules compute for each row (`Rules.rowExtras`): shown and exported, while they do. */
export interface ComputedColumn {
  readonly fieldName: string;
  /** How it is shown; text unless it is said otherwise. */
  readonly formType?: FormType;
}

/** A field of the lines of a document: files, addresses, lists and unique values are for records alone. */
export type LineField = FixedField & {
  readonly formType: Exclude<FormType, 'file' | 'map_address' | 'checkbox' | 'user' | 'structure'>;
  readonly unique?: never;
  readonly companionOf?: never;
};

/** Which fields hold the money of lines and of their document, by fieldName; see `shared/record/money`. */
export interface LineAmounts {
  readonly line: Readonly<Record<'price' | 'salesPrice' | 'num' | 'discount' | 'subtotal', string>>;
  readonly head: Readonly<Record<'totalPrice' | 'discountRate' | 'agreedRate', string>>;
  /** Amount that a document with lines has of them, and is seen as far as they are. */
  readonly amount?: string;
}

/** The lines of a document: rows of a table of their own (`make_line_table`), saved and read with their record. */
export interface LineDeclaration {
  /** Fields that the server takes from elsewhere when a line is sent (`Rules.lineValues`): forms show them only. */
  readonly kept?: readonly string[];
  /** Module code of their fields, as roles name them; no list or call has it. */
  readonly code: number;
  /** Key of the wire, on rows as in saves. */
  readonly key: string;
  readonly table: string;
  readonly idColumn: string;
  /** Column that names the record. */
  readonly parentColumn: string;
  /** Their labels are the messages `<type name>.line.<fieldName>`. */
  readonly fields: readonly LineField[];
  /** Field whose value names a line; lists find records by it. */
  readonly searchField: string;
  readonly amounts?: LineAmounts;
  /** Keys of lines that the type's own read adds. */
  readonly rowKeys?: readonly string[];
}

/** Records that follow-ups can be about beside their own: the keys of their ids, and of their names in answers (R13.2). */
export interface FollowUpLink {
  /** Module code of their type; as long as it is not there, there is nothing to link. */
  readonly code: number;
  /** What the ids name; a reference as long as the type is not there. */
  readonly subject: Subject;
  readonly idsKey: string;
  readonly listKey: string;
}

/** All the engine knows of a record type. A module declares one; the engine never names a module. */
export interface RecordType {
  /** Module code of the wire (R3.13). */
  readonly code: number;
  /** Wire name such as `crm_customer`; also the subject name. */
  readonly name: Subject & `${Area}_${string}`;
  /** Call family such as `CrmCustomer`. */
  readonly family: string;
  readonly area: Area;
  /** Module key of the permission tree, such as `customer`. */
  readonly module: string;
  /** Records of the whole company, such as products: whoever may list them reaches all, whatever the data scope. */
  readonly isCommon?: true;
  /** What it can do beside being saved, listed and read. What is not here does not exist. */
  readonly can: readonly Capability[];
  /** Its calls that have another name than most types give them. */
  readonly paths?: Readonly<Partial<Record<NamedCall, string>>>;
  /** Rights for which its module has another key than most, such as `{ read: 'index' }` where a list is all there is to see. */
  readonly rights?: Readonly<Partial<Record<NamedRight, string>>>;
  /** Sheets that do the same to many records, each with the name of its call. */
  readonly sheets?: BulkSheetPaths;
  readonly table: string;
  /** Column and wire key of the id. */
  readonly idColumn: string;
  readonly idKey: string;
  /** Wire key of id lists, such as `customerIds`. */
  readonly idsKey: string;
  /** Field whose value names a record. */
  readonly titleField: string;
  readonly fields: readonly FixedField[];
  readonly starterFields: readonly StarterField[];
  /** Fields that the search box looks into (R8.5). */
  readonly searchFields: readonly string[];
  readonly systemColumns: readonly SystemColumn[];
  /** Its columns of states, each independent of the others. Rows carry all of them. */
  readonly states?: readonly StateColumn[];
  readonly computedColumns?: readonly ComputedColumn[];
  /** Further columns that rows carry without being list columns. */
  readonly rowColumns: readonly string[];
  /** Those of them that follow a field, as system columns do, by its name. */
  readonly rowColumnsFollow?: Readonly<Record<string, string>>;
  /** Columns beside the fields by which the server itself points to records, such as what a lead has become. */
  readonly keptRelations?: readonly { readonly column: string; readonly relation: Relation }[];
  /** Columns, by fieldName, that a list begins with until somebody puts them in another order. */
  readonly firstColumns?: readonly string[];
  /** The column, one of `rowColumns`, that says which record this one is to become: it holds nothing unique beside that. */
  readonly versionOf?: string;
  /** What a form sends in `entity` that is no field: answers to its questions. */
  readonly answeredInForms?: readonly string[];
  /** Keys on rows that no list shows as a column. */
  readonly rowKeys?: readonly string[];
  /** Keys of details that hold an object beside the fields. */
  readonly detailParts?: readonly string[];
  /**
   * Set when records can be without an owner: the permission module that reads them, and the code of their list when
   * they have one.
   */
  readonly pool?: { readonly module: string; readonly code?: number };
  /**
   * Module code of the type that its records turn into, and how the log calls it: the set-up may say which field there takes
   * a field's value.
   */
  readonly becomes?: { readonly code: number; readonly verb: RecordVerb };
  /** Lists that are a part of this one, by the code that a query names as its `type`: records with a value in a field. */
  readonly parts?: readonly { readonly code: number; readonly filledField: string }[];
  readonly lines?: LineDeclaration;
  readonly followUpLinks?: readonly FollowUpLink[];
  /**
   * Its records are about persons: what they say of one can be erased, or has to be kept because documents of the law say it
   * (docs/decisions/erasure.md).
   */
  readonly persons?: 'erased' | 'kept';
  /** Place of its group in the search of everything, smaller ones first; not found there without. */
  readonly searchPlace?: number;
  /**
   * The dashboard ranks people by the records that they made new, smaller places first, and where the ranking has a name on
   * the wire by those that they followed up.
   */
  readonly ranking?: { readonly place: number; readonly followedAs?: string };
  /** Template and export file name, ASCII. */
  readonly fileName: string;
}

/** Columns that every record table has beside its own. */
export const commonColumns: readonly SystemColumn[] = [
  { fieldName: 'update_time', formType: 'datetime', column: 'update_time', kind: 'value' },
  { fieldName: 'create_time', formType: 'datetime', column: 'create_time', kind: 'value' },
  { fieldName: 'owner_user_name', formType: 'user', column: 'owner_user_id', kind: 'user_name' },
  { fieldName: 'create_user_name', formType: 'user', column: 'create_user_id', kind: 'user_name' },
];
