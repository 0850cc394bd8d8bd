import { withoutInvisible } from '#shared/text/invisible.ts';
import { compared, comparedCharacters, isIndexedText } from '#server/record/field-indexes/compared.ts';
import type { Where } from '#server/record/query/where.ts';
import { sql, type RawBuilder } from 'kysely';
import { holding, literal } from '#server/platform/database/like.ts';
import { plainDecimal } from '#shared/record/field-types/decimal.ts';
import { choiceOperators, type Storage } from '#shared/record/field-type.ts';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import { isBlank, textOf } from '#shared/record/field.ts';
import { isOperator, takesNoValue, type Operator } from '#shared/record/operator.ts';
import { isSpan } from '#shared/text/span.ts';
import type { Condition, FilterData } from '#shared/record/calls/record-calls.ts';
import { only, withoutEnd } from '#shared/text/ends.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { serverTypeOf } from '#server/record/field-types/server-types.ts';
import { findColumn, type Column } from '#server/record/fields/columns.ts';
import { isWithin } from '#server/record/field-types/span.ts';
import { searchForm, tokensOf } from '#server/record/query/search.ts';
import { pointsElsewhere, targetOf } from '#server/record/rows/target.ts';

const maxConditions = 30;
const maxValues = 200;

/** Operators of a column; people and states are one of a few values. */
export function operatorsOf(column: Column): readonly Operator[] {
  if (column.state || column.system?.kind === 'user_name') return choiceOperators;
  return fieldTypeOf(column.formType).operators;
}

/** `data` of a list query as a list of conditions with field names. */
export function conditionsOf(data: FilterData): Condition[] {
  if (!data) return [];
  return Array.isArray(data) ? data : Object.entries(data).map(([fieldName, one]) => ({ ...one, fieldName }));
}

/** Compiles a whole filter, groups included. @throws AppError `filter.too_many` and problems of a condition */
export function compileFilter(columns: readonly Column[], data: FilterData): Where[] {
  const conditions = conditionsOf(data);
  const count = conditions.reduce((sum, { any }) => sum + (any?.length ?? 1), 0);
  if (count > maxConditions) throw new AppError('filter.too_many');
  return conditions.map((one) => {
    if (!one.any) return compileCondition(columns, one);
    // an empty `or` matches nothing (security A11)
    if (one.any.length === 0) return sql`false`;
    const parts = one.any.map((part) => compileCondition(columns, part));
    return sql<boolean>`(${sql.join(parts, sql` or `)})`;
  });
}

/** Compiles one condition; unknown fields and operators are refused, values are bound (security X1). */
function compileCondition(columns: readonly Column[], condition: Condition): Where {
  const name = condition.fieldName ?? condition.name ?? '';
  const column = findColumn(columns, name);
  if (!column) throw new AppError('filter.field', { field: name.slice(0, 60) });
  const operator = operatorOf(column, condition);
  if (!operatorsOf(column).includes(operator)) throw new AppError('filter.operator', { field: name.slice(0, 60) });
  return column.ofSome ? someLine(column, column.ofSome, operator, condition) : compiled(column, operator, condition);
}

/** Negations: no line at all matches. */
const opposites: Partial<Record<Operator, Operator>> = { isNot: 'is', notContains: 'contains', isNull: 'isNotNull' };

function someLine(column: Column, ofSome: (where: Where) => Where, operator: Operator, condition: Condition): Where {
  const opposite = opposites[operator];
  const has = ofSome(compiled(column, opposite ?? operator, condition));
  return opposite ? sql`not ${has}` : has;
}

function compiled(column: Column, operator: Operator, condition: Condition): Where {
  if (operator === 'isNull') return isEmpty(column);
  if (operator === 'isNotNull') return sql`not ${isEmpty(column)}`;
  if (operator === 'between') return within(column, condition);
  if (operator === 'period') return inSpan(column, condition.value);
  return comparisons[column.storage](column, operator, condition.value);
}

function operatorOf(column: Column, condition: Condition): Operator {
  const asked = condition.condition ?? '';
  const range = [condition.start, condition.end, condition.startDate, condition.endDate].some(
    (value) => !isBlank(value),
  );
  if (range && (asked === '' || asked === 'between' || timeOf(column))) return 'between';
  if (asked === '') return 'is';
  if (!isOperator(asked)) throw new AppError('filter.operator', { field: column.fieldName.slice(0, 60) });
  if (isBlank(condition.value) && !takesNoValue(asked) && asked !== 'in')
    throw new AppError('filter.value', { field: column.fieldName });
  return asked;
}

const timeOf = ({ formType }: Column) => serverTypeOf(formType).time;

/** Records with a value in a field; none for a reader who cannot see it (security A6). */
export function hasValue(columns: readonly Column[], fieldName: string): Where {
  const column = findColumn(columns, fieldName);
  return column ? sql`not ${isEmpty(column)}` : sql`false`;
}

function isEmpty(column: Column): Where {
  const { storage, value } = column;
  if (comparisons[storage] === compareList)
    return sql`(${value} is null or jsonb_typeof(${value}) <> 'array' or jsonb_array_length(${value}) = 0)`;
  if (isIndexedText(column)) return sql`(${compared(column)} is null or ${compared(column)} = '')`;
  if (storage === 'text') return sql`coalesce(${value}, '') = ''`;
  return sql`${value} is null`;
}

const badValue = (column: Column) => new AppError('filter.value', { field: column.fieldName.slice(0, 60) });

/** A filter value in the type of the column, bound with its SQL type. */
function bound(column: Column, raw: unknown): RawBuilder<unknown> {
  if (Array.isArray(raw) && raw.length === 1) return bound(column, raw[0]);
  if (typeof raw !== 'string' && typeof raw !== 'number') throw badValue(column);
  const text = String(raw).trim();
  if (text.length > 1000) throw badValue(column);
  if (column.storage === 'numeric') {
    const decimal = plainDecimal(text);
    if (decimal === null) throw badValue(column);
    return sql`${decimal}::numeric`;
  }
  const time = timeOf(column);
  if (time) {
    const value = time.read(text);
    if (value === null) throw badValue(column);
    if (column.storage === 'date') return sql`${value}::date`;
    if (column.storage === 'timestamp') return sql`${value}::timestamptz`;
    return sql`${value}::text`;
  }
  return sql`${text}::text`;
}

function within(column: Column, condition: Condition): Where {
  const parts: Where[] = [];
  const from = condition.start ?? condition.startDate;
  const to = condition.end ?? condition.endDate;
  if (!isBlank(from)) parts.push(sql`${compared(column)} >= ${bound(column, from)}`);
  if (!isBlank(to)) parts.push(sql`${compared(column)} <= ${bound(column, timeOf(column)?.asEnd(to) ?? to)}`);
  if (parts.length === 0) throw badValue(column);
  return sql`(${sql.join(parts, sql` and `)})`;
}

function inSpan(column: Column, raw: unknown): Where {
  const found = isSpan(raw) ? isWithin(compared(column), column.storage, raw) : null;
  if (!found) throw badValue(column);
  return found;
}

const listOf = (raw: unknown): unknown[] =>
  Array.isArray(raw) ? raw : (textOf(raw) ?? '').split(',').filter((part) => part.trim() !== '');

/** Comparison of values by their storage. */
const comparisons: Readonly<Record<Storage, (column: Column, operator: Operator, raw: unknown) => Where>> = {
  text: comparePlain,
  numeric: comparePlain,
  date: comparePlain,
  timestamp: comparePlain,
  id_list: compareList,
  text_list: compareList,
  address: compareAddress,
  record: compareRecord,
};

/** Whether the beginning of a text that an index holds says whether it is equal. */
function isComparedWhole(raw: unknown): boolean {
  const one: unknown = Array.isArray(raw) ? raw[0] : raw;
  return typeof one !== 'string' || one.length < comparedCharacters;
}

function isAmong(column: Column, raw: unknown): Where {
  const values = listOf(raw);
  if (values.length > maxValues) throw badValue(column);
  if (values.length === 0) return sql`false`;
  const isShort = values.every((value) => isComparedWhole(value));
  return sql`${isShort ? compared(column) : column.value} in (${sql.join(values.map((item) => bound(column, item)))})`;
}

/** `is` and `isNot` take several values as well: one of them, and none of them. */
function comparePlain(column: Column, operator: Operator, raw: unknown): Where {
  const { value } = column;
  const own = compared(column);
  const isSeveral = Array.isArray(raw) && raw.length > 1;
  if (operator === 'in' || (operator === 'is' && isSeveral)) return isAmong(column, raw);
  if (operator === 'isNot' && isSeveral) return sql`(${isAmong(column, raw)}) is not true`;
  const text = () => {
    const fragment = withoutInvisible(textOf(Array.isArray(raw) && raw.length === 1 ? raw[0] : raw) ?? '');
    // an empty fragment would match everything
    if (fragment === '') throw badValue(column);
    return fragment.slice(0, 200);
  };
  switch (operator) {
    case 'is':
      return sql`${isComparedWhole(raw) ? own : value} = ${bound(column, raw)}`;
    case 'isNot':
      return sql`${value} is distinct from ${bound(column, raw)}`;
    case 'contains':
      return sql`${value}::text ilike ${holding(text())}`;
    case 'notContains':
      return sql`coalesce(${value}::text, '') not ilike ${holding(text())}`;
    case 'startWith':
      return sql`${value}::text ilike ${`${literal(text())}%`}`;
    case 'endWith':
      return sql`${value}::text ilike ${`%${literal(text())}`}`;
    case 'gt':
      return sql`${own} > ${bound(column, raw)}`;
    case 'egt':
      return sql`${own} >= ${bound(column, raw)}`;
    case 'lt':
      return sql`${own} < ${bound(column, raw)}`;
    case 'elt':
      return sql`${own} <= ${bound(column, raw)}`;
    default:
      throw new AppError('filter.operator', { field: column.fieldName });
  }
}

/** Lists of ids or options: `is` and `contains` mean "has"; `in` means "has one of". */
function compareList(column: Column, operator: Operator, raw: unknown): Where {
  const values = listOf(raw);
  if (values.length > maxValues) throw badValue(column);
  const items = values.map((item) => {
    const text = textOf(typeof item === 'object' && item !== null ? Object.values(item)[0] : item);
    if (text === null) throw badValue(column);
    if (column.storage === 'text_list') return JSON.stringify([text.slice(0, 200)]);
    const id = Number(text);
    if (!Number.isSafeInteger(id)) throw badValue(column);
    return JSON.stringify([id]);
  });
  if (items.length === 0) return sql`false`;
  const has = sql<boolean>`(${sql.join(
    items.map((item) => sql`coalesce(${column.value}, '[]'::jsonb) @> ${item}::jsonb`),
    sql` or `,
  )})`;
  return operator === 'isNot' || operator === 'notContains' ? sql`not ${has}` : has;
}

/**
 * Related records: `is` and `in` take ids or whole names, the others compare the name. Only names of visible records
 * are on the row, so that the filter reveals no others.
 */
function compareRecord(column: Column, operator: Operator, raw: unknown): Where {
  const { value, field } = column;
  if (!field || !pointsElsewhere(field)) throw badValue(column);
  const { from, idColumn, titleColumn, isSearched } = targetOf(field);
  const title = sql.ref(`r.${titleColumn}`);
  const those = (where: Where) => sql<boolean>`${value} in (select r.${sql.ref(idColumn)} from ${from} where ${where})`;
  if (operator === 'is' || operator === 'isNot' || operator === 'in') {
    const values = listOf(raw).map((item) => textOf(typeof item === 'object' && item ? Object.values(item)[0] : item));
    if (values.length > maxValues || values.some((one) => one === null)) throw badValue(column);
    const ids = values.filter((one) => /^\d{1,15}$/.test(one ?? ''));
    const names = values.filter((one) => !/^\d{1,15}$/.test(one ?? ''));
    const parts = [
      ...(ids.length > 0 ? [sql<boolean>`${value} = any(${ids}::bigint[])`] : []),
      ...(names.length > 0 ? [those(sql`${title} = any(${names}::text[])`)] : []),
    ];
    if (parts.length === 0) return sql`false`;
    const has = sql<boolean>`(${sql.join(parts, sql` or `)})`;
    return operator === 'isNot' ? sql`(${has}) is not true` : has;
  }
  const fragment = withoutInvisible(textOf(raw) ?? '')
    .trim()
    .slice(0, 200);
  if (fragment === '') throw badValue(column);
  const tokens = isSearched ? tokensOf(searchForm(fragment)) : [];
  const restricted = tokens.length === 0 ? sql`` : sql`search_tokens(r.search_text) @> ${tokens}::text[] and `;
  const has = those(sql`${restricted}${title} ilike ${holding(fragment)}`);
  return operator === 'notContains' ? sql`(${has}) is not true` : has;
}

/** Addresses: a region prefix such as "河北省,石家庄市", or a fragment anywhere in the address. */
function compareAddress(column: Column, operator: Operator, raw: unknown): Where {
  const wanted = Array.isArray(raw) ? raw.map((part) => textOf(part) ?? '').join(',') : (textOf(raw) ?? '');
  const region = withoutEnd(wanted.slice(0, 200), only(','));
  if (region === '') throw badValue(column);
  const path = sql`coalesce(${column.value} ->> 'address', '')`;
  if (operator === 'contains') {
    return sql`(${path} || coalesce(${column.value} ->> 'detailAddress', '')) ilike ${holding(region)}`;
  }
  return sql`(${path} = ${region} or ${path} like ${`${literal(region)},%`})`;
}
