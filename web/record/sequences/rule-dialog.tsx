import { Button, Input, InputNumber, Select, type InputRef } from 'antd';
import { useRef, useState } from 'react';
import { useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { checkedRule } from '#web/record/sequences/rule-problem.ts';
import styles from '#web/record/sequences/sequences.module.css';
import { toast } from '#web/ui/feedback.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { fieldCalls } from '#shared/record/calls/field-calls.ts';
import { maxCounter, perDepartment, resets } from '#shared/record/sequence/pattern.ts';
import { sequenceCalls, type ListedSequence } from '#shared/record/sequence/sequence-calls.ts';

interface RuleDialogProps {
  readonly rule: ListedSequence;
  readonly onClose: () => void;
}

const parts = [
  ['{yyyy}', 'number_rule.part_yyyy'],
  ['{MM}', 'number_rule.part_MM'],
  ['{dd}', 'number_rule.part_dd'],
  ['{0000}', 'number_rule.part_counter'],
  ['{department.name}', 'number_rule.part_department'],
] as const;

const today = (): string => {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
};

/** Changes how a field numbers its records; what is wrong with a pattern is said while it is typed. */
export function RuleDialog({ rule, onClose }: RuleDialogProps) {
  const text = useText();
  const [typed, setTyped] = useState({ pattern: rule.pattern, reset: rule.reset, per: rule.per });
  const [next, setNext] = useState<number | null>(null);
  const input = useRef<InputRef>(null);
  const save = useAction(sequenceCalls.set, {
    refreshes: [sequenceCalls.list, fieldCalls.form],
    onDone: () => {
      toast.success(textOf('action.done'));
      onClose();
    },
  });
  const checked = checkedRule(text, { ...typed, next: next ?? rule.next }, today());
  const insert = (part: string) => {
    const element = input.current?.input;
    const [from, to] = [element?.selectionStart, element?.selectionEnd].map((at) => at ?? typed.pattern.length);
    setTyped({ ...typed, pattern: typed.pattern.slice(0, from) + part + typed.pattern.slice(to) });
    input.current?.focus();
  };
  // counters of several departments or parents are set one by one
  const hasOneCounter = typed.per === '';
  return (
    <Dialog
      open
      width={560}
      title={text('number_rule.edit', { name: `${rule.typeName} · ${rule.name}` })}
      mask={{ closable: false }}
      okText={text('action.save')}
      okButtonProps={{ disabled: 'problem' in checked }}
      confirmLoading={save.isPending}
      onOk={() => save.mutate({ fieldId: rule.fieldId, ...typed, ...(hasOneCounter && next !== null && { next }) })}
      onCancel={onClose}
    >
      <div className={styles['rule']}>
        <label htmlFor="number-rule">{text('number_rule.title')}</label>
        <Input
          ref={input}
          id="number-rule"
          spellCheck={false}
          maxLength={100}
          status={'problem' in checked ? 'error' : ''}
          aria-describedby="number-rule-example"
          value={typed.pattern}
          onChange={(event) => setTyped({ ...typed, pattern: event.target.value })}
        />
        <div className={styles['parts']} role="group" aria-label={text('number_rule.insert')}>
          {parts.map(([part, label]) => (
            <Button key={part} size="small" onClick={() => insert(part)}>
              {text(label)} {part}
            </Button>
          ))}
        </div>
        <p id="number-rule-example" role="status" data-wrong={'problem' in checked}>
          {'problem' in checked ? checked.problem : text('number_rule.example', { number: checked.example })}
        </p>
        <label htmlFor="number-reset">{text('number_rule.reset')}</label>
        <Select
          id="number-reset"
          value={typed.reset}
          options={resets.map((value) => ({ value, label: text(`number_rule.${value}`) }))}
          onChange={(reset) => setTyped({ ...typed, reset })}
        />
        <label htmlFor="number-per">{text('number_rule.per')}</label>
        <Select
          id="number-per"
          value={typed.per}
          options={[
            { value: '', label: text('number_rule.together') },
            { value: perDepartment, label: text('number_rule.each', { name: text('number_rule.part_department') }) },
            ...rule.relations.map(({ fieldName, name }) => ({
              value: fieldName,
              label: text('number_rule.each', { name }),
            })),
          ]}
          onChange={(per) => setTyped({ ...typed, per })}
        />
        {hasOneCounter && (
          <>
            <label htmlFor="number-next">{text('number_rule.next')}</label>
            <InputNumber<number>
              id="number-next"
              min={1}
              max={maxCounter}
              precision={0}
              placeholder={rule.next === null ? text('number_rule.next_hint') : String(rule.next)}
              value={next}
              onChange={setNext}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}
