import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDebounced } from '#web/lib/debounced.ts';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import type { SubmitDraft } from '#web/record/approval/form/submit-check.ts';
import { payloadOf } from '#web/record/form/form-values.ts';
import type { Prepared } from '#web/record/form/use-form-save.ts';
import type { FormBegin, FormState } from '#web/record/form/use-form-state.ts';
import type { UserChoice } from '#web/record/inputs/user-picker.tsx';
import { isEmptyLine } from '#web/record/lines/form-lines.ts';
import { shownLine } from '#web/record/lines/line-figures.ts';
import { confirm } from '#web/ui/feedback.tsx';
import { approvalColumnOf, checkStatuses, openWhenPassed } from '#shared/approval/approval-state.ts';
import { flowCalls } from '#shared/approval/flow-calls.ts';
import { examineTypes } from '#shared/approval/flow.ts';
import type { FormField } from '#shared/record/calls/field-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** Key of the approver among the fields of a form. */
export const approverField = 'checkUserId';

export type FormApproval = NonNullable<ReturnType<typeof useFormApproval>>;

/**
 * The approval in the form of a type with an approval column; null for other types, and for a document that has passed:
 * what is open in it is only saved. A save then sends, beside the fields:
 * - 提交审核: `entity.checkStatus` 0, and `checkUserId` next to `entity` where the submitter chooses the approver;
 * - 保存草稿: `entity.checkStatus` 5, with `checkUserId` if one has been chosen.
 * The save call of the type accepts them (`checkUserId: optionalId`) and hands them to `submit` or `saveAsDraft` in
 * server/approval/submit.ts. What a type asks before, and whether its rules pass the document without asking anybody, is
 * `RecordScreen.beforeSubmit`.
 */
export function useFormApproval({ screen, id }: FormBegin, state: FormState) {
  const text = useText();
  const isApproved = isSubmitted(screen.type, state.fields);
  const facts = useDebounced(isApproved ? JSON.stringify(factsOf(state)) : '', 400);
  const flow = useQuery({
    ...callQuery(flowCalls.step, {
      label: screen.type.code,
      ...(id === undefined ? {} : { id }),
      ...(facts === '' ? {} : { facts: JSON.parse(facts) as Record<string, string | number> }),
    }),
    enabled: isApproved,
    placeholderData: keepPreviousData,
  });
  const [chosen, setChosen] = useState<readonly UserChoice[] | null>(null);
  const [problem, setProblem] = useState('');
  if (!isApproved) return null;
  const { examineType, examineUser, examineUserName = '' } = flow.data ?? {};
  const former = examineUser === undefined ? [] : [{ userId: examineUser, realname: examineUserName }];
  const approver = chosen ?? former;
  const [first] = approver;
  const asked = examineType === examineTypes.chosen && first ? { checkUserId: first.userId } : {};
  return {
    flow,
    approver,
    problem,
    choose: (people: readonly UserChoice[]) => {
      setChosen(people);
      setProblem('');
    },
    /** What a draft sends beside its fields. */
    asDraft: async (): Promise<Prepared> => ({
      entity: { checkStatus: checkStatuses.draft },
      beside: asked,
      told: 'approval.draft_saved',
    }),
    /** What is sent to submit the document; null when it cannot be yet, or the user does not want it. */
    asSubmitted: async (): Promise<Prepared> => {
      const said = screen.beforeSubmit ? await screen.beforeSubmit(draftOf(state)) : {};
      if (!said) return null;
      const { questions = [], entity = {}, passesItself = false } = said;
      if (!passesItself && examineType === examineTypes.chosen && !first) {
        setProblem(text('approval.chosen'));
        return { problemAt: approverField };
      }
      const okText = text('approval.submit');
      for (const { message, params } of questions)
        if (!(await confirm({ title: text(message, params), okText }))) return null;
      return {
        entity: { ...entity, checkStatus: checkStatuses.waiting },
        beside: passesItself ? {} : asked,
        told: 'approval.submitted_now',
      };
    },
  };
}

/** Whether a save submits these fields: once the document has passed, only what stays open in it can be changed. */
function isSubmitted(type: RecordType, fields: readonly FormField[]): boolean {
  const column = approvalColumnOf(type);
  if (!column) return false;
  const open = openWhenPassed(column);
  return fields.some(
    ({ fieldName, disabled, computed }) => disabled !== 1 && computed !== 1 && !open.includes(fieldName),
  );
}

/** Values that conditions of flows can look at; a document with lines is worth its total. */
function factsOf({ fields, values, preview }: FormState): Readonly<Record<string, string | number>> {
  const { entity, field } = payloadOf(fields, values, null, {});
  const all = { ...entity, ...Object.fromEntries(field.map(({ fieldName, value }) => [fieldName, value])) };
  const plain = Object.entries(all).filter(isPlain);
  return { ...Object.fromEntries(plain), ...(preview ? { amount: preview.totalPrice } : {}) };
}

/** As long as the server reads them; the text of a remark decides on no flow. */
const longest = 200;
const isPlain = (entry: [string, unknown]): entry is [string, string | number] =>
  typeof entry[1] === 'number' || (typeof entry[1] === 'string' && entry[1] !== '' && entry[1].length <= longest);

const draftOf = ({ fields, values, preview, lines: { setup, lines } }: FormState): SubmitDraft => ({
  fields,
  values,
  preview: preview ?? null,
  lines: setup ? lines.filter((line) => !isEmptyLine(line)).map((line) => shownLine(setup, line)) : [],
});
