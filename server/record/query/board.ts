import type { z } from 'zod';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Condition, FilterData } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { ToolCalls } from '#shared/record/calls/tool-calls.ts';
import { isStaged } from '#shared/record/states/state.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { findColumn, isGroupable, listColumns, type Column } from '#server/record/fields/columns.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { conditionsOf } from '#server/record/query/filter.ts';
import { settingOf } from '#server/record/fields/list-columns.ts';
import { listRecords } from '#server/record/query/list.ts';
import { sumsOf } from '#server/record/query/sums.ts';
import { translate } from '#shared/i18n/translate.ts';

type BoardQuery = z.output<ToolCalls['board']['input']>;
type Board = z.output<ToolCalls['board']['output']>;

const usualCards = 20;
/** With more options a board is no longer readable. */
const mostColumns = 50;

/**
 * A list by the options of one field: each option with its count, sums and first rows, then records without one. The
 * list query applies to the board too. @throws AppError `board.field`
 */
export async function boardOf(db: Database, actor: Actor, type: RecordType, query: BoardQuery): Promise<Board> {
  const { groupField = '', limit = usualCards, ...asked } = query;
  const column = findColumn(listColumns(type, await fieldsOf(db, actor, type)), groupField);
  if (!column || !isGroupable(column)) throw new AppError('board.field');
  const options = (await optionsFor(db, actor, column, asked.data)).slice(0, mostColumns);
  const groups = options.map((option) => (typeof option === 'string' ? { name: option, value: option } : option));
  // a field that is always set has no records without it
  if (!column.state || isStaged(column.state))
    groups.push({ name: translate(actor.language, 'board.none'), value: '' });
  const columns: Board['columns'] = [];
  for (const { name, value } of groups) {
    const one: Condition =
      value === ''
        ? { fieldName: column.fieldName, condition: 'isNull' }
        : { fieldName: column.fieldName, condition: 'is', value };
    const data = [...conditionsOf(asked.data), one];
    const lane = { ...asked, page: 1, limit, data };
    const counted = await listRecords(db, actor, type, lane);
    // what is too much to count is too much to add up each time
    const { sums } = counted.totalExact === 1 ? await sumsOf(db, actor, type, lane) : { sums: [] };
    columns.push({ name, value, ...counted, sums });
  }
  return { fieldName: column.key, columns };
}

/** Options of the column; for stages those of the requested group, if any. */
async function optionsFor(db: Database, actor: Actor, column: Column, data: FilterData) {
  const options = await settingOf(db, column, actor);
  if (!column.state || !isStaged(column.state)) return options;
  const { groupField } = column.state.values;
  const asked = conditionsOf(data).find(({ fieldName, name }) => [fieldName, name].includes(groupField))?.value;
  const ofGroup = options.filter((option) => typeof option === 'object' && option.group === asked);
  return ofGroup.length > 0 ? ofGroup : options;
}
