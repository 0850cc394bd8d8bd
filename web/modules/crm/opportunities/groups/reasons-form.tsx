import { useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/modules/crm/opportunities/groups/groups.module.css';
import { toast } from '#web/ui/feedback.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { stageGroupCalls } from '#shared/crm/opportunities/stage-group-calls.ts';
import { fieldCalls } from '#shared/record/calls/field-calls.ts';

/** The reasons that people choose from for an end, one a line. */
export function ReasonsForm({ isEnd }: { readonly isEnd: 2 | 3 }) {
  const query = useQuery(callQuery(stageGroupCalls.reasons, { isEnd }));
  return (
    <PageState query={query} isEmpty={() => false}>
      {(reasons) => <Reasons key={reasons.join()} isEnd={isEnd} reasons={reasons} />}
    </PageState>
  );
}

function Reasons({ isEnd, reasons }: { readonly isEnd: 2 | 3; readonly reasons: readonly string[] }) {
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
  return (
    <div className={styles['form']}>
      <label htmlFor={`reasons-${isEnd}`}>{text('stage_group.reasons_hint')}</label>
      <Input.TextArea
        id={`reasons-${isEnd}`}
        rows={8}
        value={written}
        onChange={(event) => setWritten(event.target.value)}
      />
      <footer>
        <Button type="primary" loading={save.isPending} onClick={() => save.mutate({ isEnd, value })}>
          {text('action.save')}
        </Button>
      </footer>
    </div>
  );
}
