import { pageSizes } from '#web/record/list/list-state.ts';
import type { Figure, RecordScreen } from '#web/record/record-screen.ts';
import { stateActions } from '#web/record/states/state-actions.tsx';
import { stateChips } from '#web/record/states/state-chips.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';

const figureOf = (label: MessageKey, key: string): Figure => ({ label, show: (record) => String(record[key] ?? '') });
export const ownerFigure = figureOf('record.owner_user_name', 'ownerUserName');
export const createTimeFigure = figureOf('record.create_time', 'createTime');
export const updateTimeFigure = figureOf('record.update_time', 'updateTime');
const standardFigures = [ownerFigure, updateTimeFigure, createTimeFigure];

/** A screen with what most types have; `more` says what is special. */
export const screenOf = (
  type: RecordType,
  calls: RecordScreen['calls'],
  more: Partial<RecordScreen> = {},
): RecordScreen => ({
  type,
  calls,
  code: type.code,
  words: type.name,
  functions: {
    create: permissionOf(type, 'save'),
    import: permissionOf(type, 'excelimport'),
    export: permissionOf(type, 'excelexport'),
  },
  acts: [],
  figures: standardFigures,
  panels: [],
  ChildTab: null,
  chips: (record, fields) => stateChips(type, record, fields),
  sheets: null,
  mayEditCells: true,
  hasBoard: true,
  moves: stateActions(type),
  Banner: null,
  FollowUpContacts: null,
  hasScenes: true,
  query: {},
  pageSizes,
  ...more,
});
