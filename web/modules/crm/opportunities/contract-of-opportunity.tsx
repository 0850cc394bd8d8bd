import { BeginDocument } from '#web/modules/crm/begin-document.tsx';
import type { ActionDialogProps } from '#web/record/record-screen.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';

/** A contract over what the opportunity says, with its lines. */
export const ContractOfOpportunity = (props: ActionDialogProps) => (
  <BeginDocument {...props} type={contractType} column="business_id" nameKey="name" />
);
