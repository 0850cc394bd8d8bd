import { expect, it } from 'vitest';
import { isRunning, stepsOf } from '#web/record/import/import-follow.ts';
import { importStates, type ImportInfo } from '#shared/record/calls/import-calls.ts';

const info: ImportInfo = {
  messageId: 1,
  types: 2,
  fileName: 'a.xlsx',
  status: 'running',
  createTime: '',
  finishTime: null,
  totalSize: 100,
  doneSize: 40,
  errSize: 5,
  createdSize: 20,
  updatedSize: 10,
  skippedSize: 5,
  undoneSize: 12,
  keptSize: 3,
  msg: '',
};

it('counts rows of the sheet while importing, changed rows while undoing', () => {
  expect(stepsOf(info)).toEqual({ done: 40, total: 100 });
  expect(stepsOf({ ...info, status: 'undoing' })).toEqual({ done: 15, total: 30 });
});

it('detects the end', () => {
  expect(importStates.filter((status) => isRunning({ status }))).toEqual(['waiting', 'running', 'undoing']);
});
