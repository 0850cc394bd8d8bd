import { AppstoreAddOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import type { LineSource } from '#web/record/lines/pick/line-source.ts';
import type { LineSetup } from '#web/record/lines/form-lines.ts';
import type { LineState } from '#web/record/lines/use-lines.ts';

const LinePicker = lazyOverlay(() => import('#web/record/lines/pick/line-picker.tsx'), 'LinePicker');

interface PickButtonProps {
  readonly setup: LineSetup;
  readonly state: LineState;
  readonly source: LineSource;
}

/** Opens the choice of many records at once. */
export function PickButton({ setup, state, source }: PickButtonProps) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" icon={<AppstoreAddOutlined aria-hidden />} onClick={() => setOpen(true)}>
        {text('lines.pick', { name: text(source.pickable.label) })}
      </Button>
      {isOpen && (
        <LinePicker
          setup={setup}
          source={source}
          onClose={() => setOpen(false)}
          onPick={(lines) => {
            setOpen(false);
            state.actions.addAll(lines);
          }}
        />
      )}
    </>
  );
}
