import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Alert, Button, Select } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { crmScreenOf } from '#web/modules/crm/crm-screen.ts';
import { FilterBar } from '#web/record/filter/filter-bar.tsx';
import { UserPicker, type UserChoice } from '#web/record/inputs/user-picker.tsx';
import { ruleTargets, sourceLimits, type RuleTarget } from '#shared/crm/lead-sources/lead-source-calls.ts';
import { leadsCalls } from '#shared/crm/leads-calls.ts';
import { leadsType } from '#shared/crm/leads-type.ts';
import type { Condition } from '#shared/record/calls/record-calls.ts';
import styles from './lead-sources.module.css';

/** What conditions are about. */
const screen = crmScreenOf(leadsType, leadsCalls);

export interface RuleDraft {
  readonly key: string;
  readonly conditions: readonly Condition[];
  readonly to: RuleTarget;
  readonly people: readonly UserChoice[];
  readonly isBroken: boolean;
}

/** Rules as the calls take them. */
export const sentRules = (rules: readonly RuleDraft[]) =>
  rules.map(({ key, conditions, to, people }) => ({
    key,
    conditions: [...conditions],
    target: to,
    userIds: people.map(({ userId }) => userId).join(','),
  }));

interface RuleListProps {
  readonly value?: readonly RuleDraft[];
  readonly onChange?: (rules: readonly RuleDraft[]) => void;
}

/** Ordered rules, each with its conditions and whom it gives leads. */
export function RuleList({ value: rules = [], onChange }: RuleListProps) {
  const text = useText();
  const put = (at: number, change: Partial<RuleDraft>) =>
    onChange?.(rules.map((rule, place) => (place === at ? { ...rule, ...change } : rule)));
  const move = (at: number, by: number) => {
    const next = [...rules];
    next.splice(at + by, 0, ...next.splice(at, 1));
    onChange?.(next);
  };
  const add = () =>
    onChange?.([
      ...rules,
      { key: crypto.randomUUID().replaceAll('-', ''), conditions: [], to: 'turn', people: [], isBroken: false },
    ]);
  return (
    <>
      <ol className={styles['rules']}>
        {rules.map(({ key, conditions, to, people, isBroken }, at) => {
          const number = at + 1;
          return (
            <li key={key} className={styles['rule']}>
              <div className={styles['line']}>
                <strong>{text('lead_source.rule_number', { number })}</strong>
                <Button
                  type="text"
                  icon={<ArrowUpOutlined aria-hidden />}
                  disabled={at === 0}
                  aria-label={text('lead_source.rule_up', { number })}
                  onClick={() => move(at, -1)}
                />
                <Button
                  type="text"
                  icon={<ArrowDownOutlined aria-hidden />}
                  disabled={number === rules.length}
                  aria-label={text('lead_source.rule_down', { number })}
                  onClick={() => move(at, 1)}
                />
                <Button
                  type="text"
                  danger
                  icon={<DeleteOutlined aria-hidden />}
                  aria-label={text('lead_source.rule_delete', { number })}
                  onClick={() => onChange?.(rules.toSpliced(at, 1))}
                />
              </div>
              {isBroken && <Alert type="warning" showIcon title={text('lead_source.rule_broken')} />}
              {conditions.length === 0 && !isBroken && <span>{text('lead_source.rule_all')}</span>}
              <div className={styles['line']}>
                <FilterBar
                  isInDialog
                  screen={screen}
                  filters={conditions}
                  onChange={(next) => put(at, { conditions: next, isBroken: false })}
                />
              </div>
              <div className={styles['line']}>
                <Select<RuleTarget>
                  className={styles['to'] ?? ''}
                  aria-label={text('lead_source.to_of', { number })}
                  value={to}
                  options={ruleTargets.map((one) => ({ value: one, label: text(`lead_source.to_${one}`) }))}
                  onChange={(next) => put(at, { to: next, people: next === 'person' ? people.slice(0, 1) : people })}
                />
                {(to === 'person' || to === 'turn') && (
                  <span className={styles['people']}>
                    <UserPicker
                      multiple={to === 'turn'}
                      label={text('lead_source.people_of', { number })}
                      value={people}
                      onChange={(next) => put(at, { people: next })}
                    />
                  </span>
                )}
              </div>
            </li>
          );
        })}
      </ol>
      <Button icon={<PlusOutlined aria-hidden />} disabled={rules.length >= sourceLimits.rules} onClick={add}>
        {text('lead_source.rule_add')}
      </Button>
    </>
  );
}
