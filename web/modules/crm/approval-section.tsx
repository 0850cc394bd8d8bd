import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/modules/crm/approval-section.module.css';
import { UserPicker, type UserChoice } from '#web/record/inputs/user-picker.tsx';
import type { SubmissionSectionProps } from '#web/record/record-screen.ts';
import { PageState } from '#web/ui/states/page-state.tsx';
import { flowCalls, type StepAnswer } from '#shared/approval/flow-calls.ts';
import { examineTypes } from '#shared/approval/flow.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';

interface SectionProps extends SubmissionSectionProps {
  /** Of the flows. */
  readonly categoryType: number;
  /** What is typed so far, for the conditions of flows. */
  readonly facts: Readonly<Record<string, string | number | null>>;
}

/** Who is asked once the document is submitted, and the approver whom the sender chooses where the flow wants one. */
export function ApprovalSection({ categoryType, facts, id, further, problem, onFurther }: SectionProps) {
  const text = useText();
  const asked = { categoryType, ...(id === undefined ? {} : { id }), facts: JSON.stringify(facts) };
  const query = useQuery({ ...callQuery(flowCalls.step, asked), placeholderData: (before) => before });
  const flow = query.data;
  const isChosen = flow?.examineType === examineTypes.chosen;
  const former =
    isChosen && flow.examineUser ? [{ userId: flow.examineUser, realname: flow.examineUserName ?? '' }] : [];
  const approver = (further['approver'] as readonly UserChoice[] | undefined) ?? former;
  useEffect(() => {
    if (flow !== undefined && further['isChosen'] !== isChosen) onFurther({ ...further, isChosen });
  }, [flow, further, isChosen, onFurther]);
  return (
    <section className={styles['section']}>
      <h3 className={styles['title']}>{text('approval.section')}</h3>
      <PageState query={query} isEmpty={(read) => read === null} emptyText={text('approval.section_none')}>
        {(read) =>
          read &&
          (isChosen ? (
            <div data-field="checkUserId">
              <label className={styles['label']} htmlFor="approver">
                <span className={styles['required']}>* </span>
                {text('approval.section_approver')}
              </label>
              <UserPicker
                id="approver"
                value={approver}
                onChange={(next) => onFurther({ ...further, approver: next })}
                placeholder={text('approval.section_choose')}
              />
              {problem !== '' && (
                <div role="alert" className={styles['error']}>
                  {problem}
                </div>
              )}
            </div>
          ) : (
            <ol className={styles['steps']} aria-label={read.name}>
              {read.examineSteps.map((step) => (
                <Step key={step.stepId} step={step} />
              ))}
            </ol>
          ))
        }
      </PageState>
    </section>
  );
}

const stepNames: Readonly<Partial<Record<number, MessageKey>>> = {
  1: 'approval.section_step_1',
  2: 'approval.section_step_2',
  3: 'approval.section_step_3',
  4: 'approval.section_step_4',
  6: 'approval.section_step_6',
};

function Step({ step: { stepType, userList } }: { readonly step: StepAnswer }) {
  const text = useText();
  const name = stepNames[stepType];
  return (
    <li>
      <span>{userList.map(({ realname }) => realname).join(text('lines.and'))}</span>
      {name && <span className={styles['kind']}>{text(name, { count: userList.length })}</span>}
    </li>
  );
}
