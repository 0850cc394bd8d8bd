/** Errors of changes of rights that their actor may not make alone. */
export const rightsErrors = {
  'rights.waiting': 403,
  'rights.waiting_part': 403,
  'rights.lacking': 403,
  'rights.kept': 403,
  'rights.too_many': 422,
  'rights.stale': 409,
  'rights.decided': 409,
  'user.self': 422,
  'password.link': 422,
} as const;
type RightsErrors = typeof rightsErrors;
declare module '#shared/wire/error-codes.ts' {
  interface ErrorCodes extends RightsErrors {}
}
