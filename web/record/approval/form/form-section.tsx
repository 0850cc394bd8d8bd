import { useId } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/approval/approval.module.css';
import { approverField, type FormApproval } from '#web/record/approval/form/form-approval.ts';
import { NoFlow } from '#web/record/approval/form/no-flow.tsx';
import { flowKind, stepRule } from '#web/record/approval/step-words.ts';
import form from '#web/record/form/record-form.module.css';
import { UserPicker } from '#web/record/inputs/user-picker.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { Person } from '#web/ui/values/person.tsx';
import { examineTypes } from '#shared/approval/flow.ts';

/** 审核信息: the flow that the document will take by what is typed so far, and who will be asked. */
export function FormSection({ approval }: { readonly approval: FormApproval }) {
  const text = useText();
  return (
    <>
      <h3 className={`${form['section']} ${form['further']}`}>{text('approval.section')}</h3>
      <PageState query={approval.flow}>
        {(flow) => (flow ? <Flow flow={flow} approval={approval} /> : <NoFlow />)}
      </PageState>
    </>
  );
}

interface FlowProps {
  readonly flow: NonNullable<FormApproval['flow']['data']>;
  readonly approval: FormApproval;
}

function Flow({ flow, approval: { approver, problem, choose } }: FlowProps) {
  const text = useText();
  const inputId = useId();
  const { name, remarks, examineType, examineSteps } = flow;
  return (
    <>
      <p className={styles['flow']}>
        {flowKind(text, examineType)} <span>{name}</span>
        {remarks !== '' && <small>{remarks}</small>}
      </p>
      {examineType === examineTypes.chosen ? (
        <div className={form['grid']}>
          <div data-field={approverField}>
            <label className={form['label']} htmlFor={inputId}>
              <span className={form['required']} aria-hidden>
                *
              </span>{' '}
              {text('approval.approver')}
            </label>
            <UserPicker id={inputId} value={approver} onChange={choose} placeholder={text('approval.choose')} />
            {problem !== '' && (
              <div role="alert" className={form['error']}>
                {problem}
              </div>
            )}
          </div>
        </div>
      ) : (
        <ol className={styles['planned']} aria-label={text('approval.steps')}>
          {examineSteps.map((step) => (
            <li key={step.stepId}>
              <span className={styles['level']}>
                {text('approval.level', { step: step.stepNum })} {stepRule(text, step)}
              </span>
              {step.userList.map(({ userId, realname, img }) => (
                <Person key={userId} name={realname} img={img} />
              ))}
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
