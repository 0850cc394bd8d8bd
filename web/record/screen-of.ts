import { pageSizes } from '#web/record/list/list-state.ts';
import { ownershipActions } from '#web/record/actions/ownership-actions.tsx';
import { deleteAction, editFieldAction } from '#web/record/actions/record-actions.tsx';
import { mergeAction } from '#web/record/merge/merge-action.tsx';
import type { Figure, RecordAction, RecordScreen } from '#web/record/record-screen.ts';
import { stateActions } from '#web/record/states/state-actions.tsx';
import { stateChips } from '#web/record/states/state-chips.ts';
import { teamPanels } from '#web/record/team/team-panels.tsx';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { can } from '#shared/record/capabilities/capability.ts';
import { bulkSheetCalls } from '#shared/record/calls/bulk-sheet-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';

const figureOf = (label: MessageKey, key: string): Figure => ({ label, show: (record) => String(record[key] ?? '') });
export const ownerFigure = figureOf('record.owner_user_name', 'ownerUserName');
export const createTimeFigure: Figure = { label: 'record.create_time', time: 'createTime' };
export const updateTimeFigure: Figure = { label: 'record.update_time', time: 'updateTime' };
const standardFigures = [ownerFigure, updateTimeFigure, createTimeFigure];

/** What can be done to records of most types; of these, a screen has what its type declares. */
export const usualActions = (
  type: RecordType,
  calls: RecordScreen['calls'],
  moves: readonly RecordAction[] = [],
): RecordAction[] => [
  ...ownershipActions(type, calls),
  editFieldAction(type),
  ...moves,
  mergeAction(type, calls),
  deleteAction(type, calls),
];

/** A screen with what its type can do; `more` says what is special. */
export function screenOf(
  type: RecordType,
  calls: RecordScreen['calls'],
  more: Partial<RecordScreen> = {},
): RecordScreen {
  const moves = more.moves ?? stateActions(type);
  const acts = more.acts ?? usualActions(type, calls, moves);
  return {
    ...usualScreen(type, calls),
    ...more,
    moves,
    acts: acts.filter(({ needs }) => needs === undefined || can(type, needs)),
    hasBoard: can(type, 'board') && (more.hasBoard ?? true),
  };
}

const usualScreen = (
  type: RecordType,
  calls: RecordScreen['calls'],
): Omit<RecordScreen, 'acts' | 'moves' | 'hasBoard'> => ({
  type,
  calls,
  code: type.code,
  words: type.name,
  functions: {
    create: permissionOf(type, 'save'),
    import: can(type, 'import') ? permissionOf(type, 'excelimport') : null,
    export: can(type, 'export') ? permissionOf(type, 'excelexport') : null,
  },
  figures: standardFigures,
  panels: teamPanels(type, calls),
  ChildTab: null,
  chips: (record, fields) => stateChips(type, record, fields),
  flags: () => [],
  sheets: type.sheets ? bulkSheetCalls({ ...type, sheets: type.sheets }) : null,
  mayEditCells: true,
  Banner: null,
  Empty: null,
  Strip: null,
  HeadBar: null,
  Lane: null,
  boardConditions: [],
  boardDrops: [],
  FollowUpLinks: null,
  beforeSubmit: null,
  hasScenes: true,
  more: [],
  hides: [],
  quickAct: null,
  query: {},
  pageSizes,
});
