import { CheckCircleFilled, MinusCircleOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Input, Select } from 'antd';
import { useState } from 'react';
import { useDebounced } from '#web/lib/debounced.ts';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useSession } from '#web/lib/session/session.ts';
import { stepRule } from '#web/record/approval/step-words.ts';
import { UserPicker, type UserChoice } from '#web/record/inputs/user-picker.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { flowCalls, type FlowCategory, type ListedFlow } from '#shared/approval/flow-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { factName } from '#web/modules/admin/approval-flows/flow-words.ts';
import { FlowChain, type Station } from './flow-chain.tsx';
import styles from './trial-dialog.module.css';

interface TrialProps {
  readonly category: FlowCategory;
  readonly flows: readonly ListedFlow[];
  readonly onClose: () => void;
}

/** What would happen to a document that somebody submits now, by its amount and what else conditions look at. */
export function TrialDialog({ category, flows, onClose }: TrialProps) {
  const text = useText();
  const { user } = useSession();
  const [person, setPerson] = useState<readonly UserChoice[]>([user]);
  const [facts, setFacts] = useState<Readonly<Record<string, string>>>({});
  const asked = useDebounced(facts);
  const [applicant] = person;
  // the department is that of the person
  const names = new Set(flows.flatMap(({ conditions }) => conditions.map(({ fieldName }) => fieldName)));
  const looked = ['amount', ...[...names].filter((name) => name !== 'amount' && name !== 'department')];
  const known = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ''));
  const query = useQuery({
    ...callQuery(flowCalls.trial, {
      categoryType: category.categoryType,
      userId: applicant?.userId ?? 0,
      facts: known,
    }),
    enabled: applicant !== undefined,
    placeholderData: keepPreviousData,
  });
  const set = (name: string, value: string) => setFacts({ ...facts, [name]: value });
  return (
    <Dialog
      open
      width={720}
      title={text('flow.trial_title', { noun: text(category.types as MessageKey) })}
      footer={null}
      onCancel={onClose}
      destroyOnHidden
    >
      <div className={styles['facts']}>
        <label>
          <span>{text('flow.applicant')}</span>
          <UserPicker label={text('flow.applicant')} value={person} onChange={setPerson} />
        </label>
        {looked.map((name) => (
          <Fact key={name} category={category} name={name} value={facts[name] ?? ''} onChange={set} />
        ))}
      </div>
      {applicant && (
        <PageState query={query}>{(trial) => <Outcome trial={trial} name={applicant.realname} />}</PageState>
      )}
    </Dialog>
  );
}

interface FactProps {
  readonly category: FlowCategory;
  readonly name: string;
  readonly value: string;
  readonly onChange: (name: string, value: string) => void;
}

function Fact({ category, name, value, onChange }: FactProps) {
  const text = useText();
  const label = factName(text, category, name);
  const options = category.fields.find(({ fieldName }) => fieldName === name)?.options ?? [];
  return (
    <label>
      <span>{label}</span>
      {options.length > 0 ? (
        <Select
          allowClear
          aria-label={label}
          value={value === '' ? null : value}
          options={options.map((one) => ({ value: one, label: one }))}
          onChange={(next: string | undefined) => onChange(name, next ?? '')}
        />
      ) : (
        <Input
          value={value}
          maxLength={50}
          inputMode={name === 'amount' ? 'decimal' : 'text'}
          aria-label={label}
          onChange={({ target }) => onChange(name, target.value)}
        />
      )}
    </label>
  );
}

function Outcome({ trial, name }: { readonly trial: OutputOf<typeof flowCalls.trial>; readonly name: string }) {
  const text = useText();
  const { examineId, tried, steps, copies, refusal } = trial;
  const end: Station = {
    key: 'end',
    title: text('flow.passed'),
    people: copies,
    ...(copies.length > 0 && { note: text('flow.copied') }),
  };
  const stations: Station[] = [
    { key: 'start', title: text('flow.submits', { name }), people: [] },
    ...(steps.length === 0
      ? [{ key: 'choice', title: text('approval.by_choice'), people: [], note: text('flow.chosen_note') }]
      : steps.map((step, at) => ({
          key: String(at),
          title: text('approval.level', { step: at + 1 }),
          people: step.userList,
          note: stepRule(text, step),
        }))),
    end,
  ];
  return (
    <div aria-live="polite">
      <ol className={styles['tried']}>
        {tried.map((flow) => (
          <li key={flow.examineId} data-taken={flow.examineId === examineId}>
            {flow.examineId === examineId ? <CheckCircleFilled aria-hidden /> : <MinusCircleOutlined aria-hidden />}
            {flow.name}
            <small>
              {text(flow.examineId === examineId ? 'flow.taken' : flow.holds ? 'flow.later' : 'flow.not_met')}
            </small>
          </li>
        ))}
      </ol>
      {examineId === null ? (
        <p className={styles['refusal']}>{text('approval.no_flow')}</p>
      ) : refusal === '' ? (
        <FlowChain stations={stations} label={text('approval.steps')} />
      ) : (
        <p className={styles['refusal']}>{refusal}</p>
      )}
    </div>
  );
}
