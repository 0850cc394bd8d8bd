import { textOf as say } from '#web/lib/i18n/i18n.ts';
import { ApprovalSection } from '#web/modules/crm/approval-section.tsx';
import type { FormValues } from '#web/record/form/form-values.ts';
import type { UserChoice } from '#web/record/inputs/user-picker.tsx';
import type { SaveWay, Submission, SubmittedForm, SubmissionSectionProps } from '#web/record/record-screen.ts';
import { confirm } from '#web/ui/feedback.tsx';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import { openWhenPassed } from '#shared/crm/contracts/contract-states.ts';
import { textOf } from '#shared/record/field.ts';
import { toCents } from '#shared/record/money/exact-decimal.ts';

const contractFlows = 1;

const decimal = (value: unknown): string => {
  const written = textOf(value) ?? '';
  return /^-?\d+(?:\.\d+)?$/.test(written) ? toCents(written) : '';
};

/** A line without a sales price of its own gets the list price. */
const isAtListPrice = (line: FormValues): boolean => {
  const salesPrice = decimal(line['sales_price']);
  return salesPrice === '' || salesPrice === decimal(line['price']);
};

/** As far as the form can tell: the server looks at the list prices again. */
const seemsFullPrice = ({ lines, values }: Pick<SubmittedForm, 'lines' | 'values'>): boolean =>
  lines.length > 0 &&
  lines.every(isAtListPrice) &&
  ['', '0.00'].includes(decimal(values['discountRate'] ?? values['discount_rate']));

/** The amount that a save leaves: what the lines come to, or what was typed. */
const amountOf = ({ lines, values }: Pick<SubmittedForm, 'lines' | 'values'>): string | null =>
  decimal(lines.length > 0 ? values['totalPrice'] : values['money']) || null;

function Section(props: SubmissionSectionProps) {
  return <ApprovalSection {...props} categoryType={contractFlows} facts={{ amount: amountOf(props) }} />;
}

const chosen = ({ further }: SubmittedForm): number | undefined =>
  (further['approver'] as readonly UserChoice[] | undefined)?.[0]?.userId;

const draft: SaveWay = {
  key: 'draft',
  label: 'approval.save_draft',
  prepare: async (form) => ({
    entity: { checkStatus: checkStatuses.draft },
    beside: chosen(form) === undefined ? {} : { checkUserId: chosen(form) },
    told: 'approval.draft_saved',
  }),
};

const submit: SaveWay = {
  key: 'submit',
  label: 'approval.submit',
  prepare: async (form) => {
    const isFull = seemsFullPrice(form);
    const checkUserId = chosen(form);
    const isMissing = Array.isArray(form.further['approver']) && checkUserId === undefined;
    if (
      !isFull &&
      form.further['isChosen'] === true &&
      (isMissing || (form.id === undefined && checkUserId === undefined))
    )
      return { problem: 'approval.chosen' };
    if (isFull && !(await confirm({ title: say('contract.full_price'), okText: say('approval.submit') }))) return null;
    return { beside: checkUserId === undefined ? {} : { checkUserId }, told: 'approval.submitted_now' };
  },
};

/** Contracts are submitted, or kept as drafts; of one that has passed only the signed paper is saved. */
export const contractSubmission: Submission = {
  Section,
  ways: [draft, submit],
  fits: (fields) => {
    const open: readonly string[] = openWhenPassed;
    return fields.some(
      ({ fieldName, disabled, computed }) => disabled !== 1 && computed !== 1 && !open.includes(fieldName),
    );
  },
};
