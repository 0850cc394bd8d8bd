/** Refusals of the approval engine. */
export const approvalErrors = {
  'approval.no_flow': 422,
  'approval.chosen': 422,
  'approval.nobody': 422,
  'approval.person_unfit': 422,
  'approval.person_own': 422,
  'approval.person_already': 422,
  'approval.too_many': 422,
  'approval.no_task': 403,
  'approval.own': 403,
  'approval.not_submitter': 403,
  'approval.decided': 409,
  'approval.not_running': 409,
  'approval.passed': 409,
  'approval.moved': 409,
  'approval.running': 409,
  'approval.remarks': 422,
  'approval.step': 422,
  'approval.urged': 429,
  'approval.needs_choice': 422,
  'approval.flow_steps': 422,
  'approval.flow_people': 422,
  'approval.flow_after_listed': 422,
  'approval.flow_field': 422,
  'approval.flow_value': 422,
  'approval.stand_in': 422,
} as const;
type ApprovalErrors = typeof approvalErrors;
declare module '#shared/wire/error-codes.ts' {
  interface ErrorCodes extends ApprovalErrors {}
}
