import type { ServerType } from '#server/record/field-types/server-type.ts';
import { rowKey } from '#shared/record/field.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';
import { numberInSheet } from '#shared/record/written-phone.ts';

/** Text, and other types that rows, forms and sheets show as stored. */
export const plain: ServerType = {
  onRow: (value, field) => [[rowKey(field), value ?? '']],
  inForm: (value) => value ?? '',
  defaultInForm: (text) => text,
  inSheet: { kind: 'text', cell: (text) => text },
  isSummed: false,
  time: null,
};

export const mobile: ServerType<string> = { ...plain, inSheet: { kind: 'text', cell: numberInSheet } };

export const number: ServerType<string> = {
  ...plain,
  inSheet: { ...plain.inSheet, kind: 'number' },
  isSummed: true,
  onPaper: { isFigure: true },
};

export const money: ServerType<string> = {
  ...number,
  inSheet: { ...plain.inSheet, kind: 'money' },
  onPaper: { isFigure: true, isMoney: true, text: withSeparators },
};

/** A sum of percentages is meaningless. */
export const percent: ServerType<string> = {
  ...money,
  isSummed: false,
  onPaper: { text: (share) => (share === '' ? '' : `${withSeparators(share)}%`) },
};
