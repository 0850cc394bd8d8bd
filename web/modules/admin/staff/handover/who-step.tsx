import { Alert, Form } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import type { handOverCalls } from '#shared/admin/hand-over/hand-over-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import { newDraft, type RuleDraft, type RuleKind } from './rule-draft.ts';
import { RuleChoice, type SplitFields } from './rule-choice.tsx';
import styles from './hand-over.module.css';

type Held = OutputOf<typeof handOverCalls.held>;

/** The rule of all and those of single kinds, while they are chosen. */
export interface RuleDrafts {
  readonly all: RuleDraft;
  readonly own: Readonly<Record<string, RuleDraft>>;
}

interface WhoStepProps {
  readonly held: Held;
  readonly drafts: RuleDrafts;
  readonly onChange: (drafts: RuleDrafts) => void;
}

/** Who takes over all of it, and what goes to somebody else. */
export function WhoStep({ held: { person, holdings }, drafts, onChange }: WhoStepProps) {
  const text = useText();
  const movable = holdings.filter((holding) => holding.movable > 0);
  const beyond = holdings.reduce((sum, { total, movable: own }) => sum + total - own, 0);
  if (holdings.length === 0)
    return <p className={styles['hint']}>{text('hand_over.none', { name: person.realname })}</p>;
  const superior: RuleKind[] = person.superiorId > 0 ? ['superior'] : [];
  const kindsFor = (fields: SplitFields, first: readonly RuleKind[]): RuleKind[] => [
    ...first,
    'one',
    ...superior,
    'even',
    ...(fields.length > 0 ? (['field'] as const) : []),
  ];
  const allFields = movable[0]?.splitFields ?? [];
  return (
    <Form layout="vertical">
      {movable.length === 0 && <Alert type="warning" showIcon title={text('hand_over.not_yours')} />}
      {movable.length > 0 && (
        <Form.Item label={text('hand_over.to')}>
          <RuleChoice
            label={text('hand_over.to')}
            draft={drafts.all}
            kinds={kindsFor(allFields, [])}
            superiorName={person.superiorName}
            fields={allFields}
            onChange={(all) => onChange({ ...drafts, all })}
          />
        </Form.Item>
      )}
      <ul className={styles['held']} aria-label={text('hand_over.what')}>
        {holdings.map(({ holding, title, total, movable: own, splitFields }) => (
          <li key={holding}>
            <span>
              {title}
              <b>{total.toLocaleString('en')}</b>
              {own < total && <small>{text('hand_over.movable', { total, movable: own })}</small>}
            </span>
            {own > 0 && (
              <RuleChoice
                label={title}
                draft={drafts.own[holding] ?? newDraft('same')}
                kinds={kindsFor(splitFields, ['same', 'stay'])}
                superiorName={person.superiorName}
                fields={splitFields}
                onChange={(draft) => onChange({ ...drafts, own: { ...drafts.own, [holding]: draft } })}
              />
            )}
          </li>
        ))}
      </ul>
      {beyond > 0 && movable.length > 0 && (
        <p className={styles['hint']}>{text('hand_over.beyond', { count: beyond.toLocaleString('en') })}</p>
      )}
    </Form>
  );
}
