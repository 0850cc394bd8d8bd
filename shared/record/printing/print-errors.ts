/** Refusals of printing. */
export const printErrors = {
  'print.too_long': 422,
  'print.too_slow': 422,
  'print.busy': 429,
  'print.too_often': 429,
  'print.too_many_lines': 422,
  'print.no_template': 404,
  'print.field': 422,
  'print.name_taken': 422,
  'print.too_many_templates': 422,
} as const;

type PrintErrors = typeof printErrors;
declare module '#shared/wire/error-codes.ts' {
  interface ErrorCodes extends PrintErrors {}
}
