import { DeleteOutlined, HistoryOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { DeletedFields } from '#web/record/designer/life/deleted-fields.tsx';
import { Versions } from '#web/record/designer/life/versions.tsx';
import { PageActs, type PageAct } from '#web/ui/page/page-acts.tsx';
import type { FormLifeProps } from '#web/record/designer/life/form-life-props.ts';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import styles from './life.module.css';

/** 历史版本 and 已删除的字段 of a form, behind its other acts. */
export function FormLife({ before, ...props }: FormLifeProps & { readonly before: readonly PageAct[] }) {
  const text = useText();
  const [opened, setOpened] = useState<'versions' | 'deleted' | null>(null);
  const close = () => setOpened(null);
  return (
    <>
      <PageActs
        acts={[
          ...before,
          {
            key: 'versions',
            label: text('form_life.versions'),
            icon: <HistoryOutlined aria-hidden />,
            run: () => setOpened('versions'),
          },
          {
            key: 'deleted',
            label: text('form_life.deleted'),
            icon: <DeleteOutlined aria-hidden />,
            run: () => setOpened('deleted'),
          },
        ]}
      />
      {(['versions', 'deleted'] as const).map((part) => (
        <Dialog
          key={part}
          open={opened === part}
          title={text(`form_life.${part}`)}
          width={720}
          footer={null}
          destroyOnHidden
          onCancel={close}
        >
          {props.hasChanges && <p className={styles['hint']}>{text('form_life.save_first')}</p>}
          {part === 'versions' ? <Versions {...props} onDone={close} /> : <DeletedFields {...props} onDone={close} />}
        </Dialog>
      ))}
    </>
  );
}
