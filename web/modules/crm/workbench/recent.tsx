import { CommentOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { useMay } from '#web/lib/session/session.ts';
import { followUpTypes } from '#web/modules/crm/record-pages.ts';
import { NewFollowUps } from './new-follow-ups.tsx';
import type { Asked } from '#web/record/question/question.ts';
import styles from './workbench.module.css';

const WriteFollowUp = lazyOverlay(() => import('#web/modules/crm/workbench/write-follow-up.tsx'), 'WriteFollowUp');

/** Follow-ups of the period; one is written here about anything. */
export function Recent({ asked }: { readonly asked: Asked }) {
  const text = useText();
  const may = useMay();
  const [isWriting, setWriting] = useState(false);
  return (
    <>
      <div className={styles['head']}>
        <h2>{text('workbench.recent')}</h2>
        {followUpTypes(may).length > 0 && (
          <Button icon={<CommentOutlined aria-hidden />} onClick={() => setWriting(true)}>
            {text('cell.follow_up')}
          </Button>
        )}
      </div>
      <NewFollowUps asked={asked} />
      {isWriting && <WriteFollowUp onClose={() => setWriting(false)} />}
    </>
  );
}
