import { ApprovalSection } from '#web/modules/crm/approval-section.tsx';
import type { FormValues } from '#web/record/form/form-values.ts';
import type { UserChoice } from '#web/record/inputs/user-picker.tsx';
import type { SaveWay, Submission, SubmittedForm, SubmissionSectionProps } from '#web/record/record-screen.ts';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import { openWhenPassed } from '#shared/crm/invoices/invoice-type.ts';
import { textOf } from '#shared/record/field.ts';
import { sumOf } from '#shared/record/money/exact-decimal.ts';

const invoiceFlows = 3;

const isDecimal = (written: string): boolean => /^\d{1,12}(?:\.\d+)?$/.test(written);
const decimal = (values: FormValues, name: string): string => (textOf(values[name]) ?? '').trim();

/** The amount that a save leaves: what the lines come to, or what was typed. */
function amountOf({ lines, values }: Pick<SubmittedForm, 'lines' | 'values'>): string | null {
  const amounts = lines.length > 0 ? lines.map((line) => decimal(line, 'amount')) : [decimal(values, 'money')];
  return amounts.every(isDecimal) ? sumOf(amounts) : null;
}

function Section(props: SubmissionSectionProps) {
  return <ApprovalSection {...props} categoryType={invoiceFlows} facts={{ amount: amountOf(props) }} />;
}

const chosen = ({ further }: SubmittedForm): number | undefined =>
  (further['approver'] as readonly UserChoice[] | undefined)?.[0]?.userId;

const besideOf = (checkUserId: number | undefined) => (checkUserId === undefined ? {} : { checkUserId });

const draft: SaveWay = {
  key: 'draft',
  label: 'approval.save_draft',
  prepare: (form) =>
    Promise.resolve({
      entity: { checkStatus: checkStatuses.draft },
      beside: besideOf(chosen(form)),
      told: 'approval.draft_saved',
    }),
};

const submit: SaveWay = {
  key: 'submit',
  label: 'approval.submit',
  prepare: (form) => {
    const checkUserId = chosen(form);
    const isMissing = Array.isArray(form.further['approver']) && checkUserId === undefined;
    const isNew = form.id === undefined && checkUserId === undefined;
    if (form.further['isChosen'] === true && (isMissing || isNew))
      return Promise.resolve({ problem: 'approval.chosen' });
    return Promise.resolve({ beside: besideOf(checkUserId), told: 'approval.submitted_now' });
  },
};

/** Invoices are submitted, or kept as drafts; of one that has passed only number, day and papers are saved. */
export const invoiceSubmission: Submission = {
  Section,
  ways: [draft, submit],
  fits: (fields) => {
    const open: readonly string[] = openWhenPassed;
    return fields.some(
      ({ fieldName, disabled, computed }) => disabled !== 1 && computed !== 1 && !open.includes(fieldName),
    );
  },
};
