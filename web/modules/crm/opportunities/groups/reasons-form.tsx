import { useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/modules/crm/opportunities/groups/groups.module.css';
import { toast } from '#web/ui/feedback.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { outcomes } from '#shared/crm/opportunities/opportunity-states.ts';
import { stageGroupCalls } from '#shared/crm/opportunities/stage-group-calls.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { fieldCalls } from '#shared/record/calls/field-calls.ts';

/** The reasons that people choose from as an opportunity is lost, or invalid. */
export const EndReasons = () => (
  <div className={styles['reasons']}>
    <ReasonsForm isEnd={outcomes.lost} title="stage_group.lost_reasons" />
    <ReasonsForm isEnd={outcomes.invalid} title="stage_group.invalid_reasons" />
  </div>
);

interface ReasonsFormProps {
  readonly isEnd: 2 | 3;
  readonly title: MessageKey;
}

function ReasonsForm({ isEnd, title }: ReasonsFormProps) {
  const query = useQuery(callQuery(stageGroupCalls.reasons, { isEnd }));
  return (
    <PageState query={query} isEmpty={() => false}>
      {(reasons) => <Reasons key={reasons.join('\n')} isEnd={isEnd} title={title} reasons={reasons} />}
    </PageState>
  );
}

interface ReasonsProps extends ReasonsFormProps {
  readonly reasons: readonly string[];
}

function Reasons({ isEnd, title, reasons }: ReasonsProps) {
  const text = useText();
  const [written, setWritten] = useState(reasons.join('\n'));
  const save = useAction(stageGroupCalls.setReasons, {
    refreshes: [stageGroupCalls.reasons, fieldCalls.filterFields],
    onDone: () => toast.success(text('action.done')),
  });
  const value = written
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const isChanged = value.join('\n') !== reasons.join('\n');
  return (
    <div className={styles['form']}>
      <label htmlFor={`reasons-${isEnd}`}>{text(title)}</label>
      <p className={styles['hint']}>{text('stage_group.reasons_hint')}</p>
      <Input.TextArea
        id={`reasons-${isEnd}`}
        rows={8}
        value={written}
        onChange={(event) => setWritten(event.target.value)}
      />
      <footer>
        <Button
          type="primary"
          disabled={!isChanged}
          loading={save.isPending}
          aria-label={text('stage_group.save_reasons', { name: text(title) })}
          onClick={() => save.mutate({ isEnd, value })}
        >
          {text('action.save')}
        </Button>
      </footer>
    </div>
  );
}
