import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Select } from 'antd';
import { useState } from 'react';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/designer/designer.module.css';
import type { FieldDraft } from '#web/record/designer/field-drafts.ts';
import { toast } from '#web/ui/feedback.tsx';
import { ChangeHistory } from '#web/ui/setting-changes/change-history.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { settingChangeCalls } from '#shared/platform/setting-change-calls.ts';
import { uniqueRuleCalls, type UniqueRule } from '#shared/record/designer/unique-rule-calls.ts';
import { leastTogether, mayBeTogether, mostTogether, mostUniqueRules } from '#shared/record/designer/unique-rule.ts';

/** Milliseconds: all records are compared. */
const patience = 120_000;

interface UniqueRulesProps {
  readonly label: number;
  /** As stored. */
  readonly drafts: readonly FieldDraft[];
  readonly onClose: () => void;
}

const bounds = { least: leastTogether, most: mostTogether } as const;

/** Fields of a form that are unique together. */
export function UniqueRulesDialog(props: UniqueRulesProps) {
  // what others save meanwhile must not take away what is being chosen
  const query = useQuery({
    ...callQuery(uniqueRuleCalls.list, { label: props.label }),
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <PageState query={query}>{(stored) => <Open key={JSON.stringify(stored)} {...props} stored={stored} />}</PageState>
  );
}

function Open({ label, drafts, onClose, stored }: UniqueRulesProps & { readonly stored: readonly UniqueRule[] }) {
  const text = useText();
  const [rules, setRules] = useState(stored.map(({ fieldIds }) => fieldIds));
  const [isTold, setTold] = useState(false);
  const save = useAction(uniqueRuleCalls.save, {
    timeoutMs: patience,
    refreshes: [uniqueRuleCalls.list, settingChangeCalls.list],
    onDone: () => {
      toast.success(text('action.done'));
      onClose();
    },
  });
  const options = drafts.flatMap(({ fieldId, name, formType, isPart, formula, isRollup }) => {
    const may = mayBeTogether({ formType, companionOf: isPart ? '' : null });
    return fieldId !== null && may && formula === null && !isRollup ? [{ value: fieldId, label: name }] : [];
  });
  const isShort = (rule: readonly number[]) => rule.length < leastTogether || rule.length > mostTogether;
  const submit = () => {
    setTold(true);
    if (!rules.some(isShort)) save.mutate({ label, rules: rules.map((fieldIds) => ({ fieldIds })) });
  };
  return (
    <Dialog
      open
      width={560}
      title={text('unique_rule.title')}
      okText={text('action.save')}
      confirmLoading={save.isPending}
      onOk={submit}
      onCancel={onClose}
    >
      <p className={styles['hint']}>{text('unique_rule.hint', bounds)}</p>
      {rules.length === 0 && <p>{text('unique_rule.none')}</p>}
      <ul className={styles['rules']}>
        {rules.map((rule, at) => (
          <li key={at}>
            <div>
              <Form.Item
                noStyle={false}
                style={{ marginBottom: 0 }}
                {...(isTold && isShort(rule) && { validateStatus: 'error', help: text('unique_rule.short', bounds) })}
              >
                <Select
                  mode="multiple"
                  style={{ width: '100%' }}
                  maxCount={mostTogether}
                  showSearch={{ optionFilterProp: 'label' }}
                  aria-label={text('unique_rule.rule', { count: at + 1 })}
                  placeholder={text('unique_rule.short', bounds)}
                  value={rule}
                  options={options}
                  onChange={(fieldIds: number[]) => setRules(rules.with(at, fieldIds))}
                />
              </Form.Item>
            </div>
            <Button
              type="text"
              icon={<DeleteOutlined aria-hidden />}
              aria-label={text('unique_rule.remove', { count: at + 1 })}
              onClick={() => setRules(rules.toSpliced(at, 1))}
            />
          </li>
        ))}
      </ul>
      {save.error && (
        <p role="alert" className={styles['problem']}>
          {save.error.message}
        </p>
      )}
      <Button
        icon={<PlusOutlined aria-hidden />}
        disabled={rules.length >= mostUniqueRules}
        onClick={() => setRules([...rules, []])}
      >
        {text('unique_rule.add')}
      </Button>{' '}
      <ChangeHistory kinds={['unique_rules']} />
    </Dialog>
  );
}
