import type { SystemColumn } from '#shared/record/record-type.ts';

const figure = (fieldName: string) =>
  ({
    fieldName,
    formType: 'floatnumber',
    column: fieldName,
    kind: 'value',
    follows: 'money',
  }) as const satisfies SystemColumn;

/** The figures of a contract that lists show, kept by the ledger. */
export const contractFigureColumns = [
  figure('received_money'),
  figure('unreceived_money'),
  figure('arrears_money'),
  figure('invoiced_money'),
] as const;
