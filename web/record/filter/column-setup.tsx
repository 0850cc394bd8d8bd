import { SettingOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { useRef, useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { lazyOverlay, usePreload } from '#web/lib/lazy-page.tsx';
import type { RecordScreen } from '#web/record/record-screen.ts';

const ColumnChoices = lazyOverlay(() => import('#web/record/filter/column-choices.tsx'), 'ColumnChoices');
const overlays = [ColumnChoices];

interface SetupProps {
  readonly screen: RecordScreen;
  /** Columns of a scene; null for those of the list. */
  readonly sceneId: number | null;
}

/** Selects and orders the columns of a list, at least two (R8.8); what was changed is saved as one leaves. */
export function ColumnSetup({ screen, sceneId }: SetupProps) {
  const text = useText();
  usePreload(overlays, true);
  const [isOpen, setOpen] = useState(false);
  // answers whether it may be left
  const leave = useRef<() => boolean>(() => true);
  return (
    <Popover
      open={isOpen}
      onOpenChange={(next) => (next || leave.current()) && setOpen(next)}
      trigger="click"
      placement="bottomRight"
      destroyOnHidden
      content={
        <ColumnChoices
          screen={screen}
          sceneId={sceneId}
          onLeave={(ask) => {
            leave.current = ask;
          }}
          onDone={() => setOpen(false)}
        />
      }
    >
      <Button icon={<SettingOutlined aria-hidden />} aria-label={text('columns.title')} />
    </Popover>
  );
}
