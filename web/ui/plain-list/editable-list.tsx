import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ComponentProps, ReactNode } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useShortcut } from '#web/lib/shortcuts.ts';
import { Page } from '#web/ui/page/page.tsx';
import { PlainList, type PlainListProps, type Row } from '#web/ui/plain-list/plain-list.tsx';
import { ChangeHistory } from '#web/ui/setting-changes/change-history.tsx';

interface EditableListProps<R extends Row, F extends string>
  extends Omit<PlainListProps<R, F>, 'bulkActs' | 'noneAction'>, Pick<ComponentProps<typeof ChangeHistory>, 'kinds'> {
  readonly title: string;
  readonly addText: string;
  readonly onAdd: () => void;
  /** Deletes the selected rows; without it none can be selected. */
  readonly onRemove?: (rows: readonly R[]) => Promise<void>;
  /** Buttons before the deletion of the selected rows. */
  readonly furtherActs?: (rows: readonly R[]) => ReactNode;
  /** What is open over it. */
  readonly children: ReactNode;
}

/** A page with a list of settings that are added, changed and taken back: N and a button add one. */
export function EditableList<R extends Row, F extends string>(props: EditableListProps<R, F>) {
  const { title, kinds, addText, onAdd, onRemove, furtherActs, children, ...list } = props;
  const text = useText();
  useShortcut('n', onAdd);
  const addButton = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={onAdd}>
      {addText}
    </Button>
  );
  return (
    <Page
      title={title}
      acts={
        <>
          <ChangeHistory kinds={kinds} />
          {addButton}
        </>
      }
    >
      <PlainList
        {...list}
        {...(onRemove && {
          bulkActs: (rows: readonly R[]) => (
            <>
              {furtherActs?.(rows)}
              <Button size="small" danger onClick={() => void onRemove(rows)}>
                {text('action.delete')}
              </Button>
            </>
          ),
        })}
        noneAction={addButton}
      />
      {children}
    </Page>
  );
}
