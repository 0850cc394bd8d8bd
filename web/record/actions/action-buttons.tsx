import { EllipsisOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import type { RecordAction } from '#web/record/record-screen.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';

/** Action buttons; those beyond `most` are in a menu. */
export function ActionButtons({
  acts,
  most,
  size = 'middle',
  extra = [],
  onStart,
}: {
  readonly acts: readonly RecordAction[];
  readonly most: number;
  readonly size?: 'small' | 'middle';
  /** Read-only actions: always in the menu. */
  readonly extra?: readonly { readonly key: string; readonly label: MessageKey; readonly start: () => void }[];
  readonly onStart: (act: RecordAction) => void;
}) {
  const text = useText();
  const shown = acts.length > most ? acts.slice(0, most) : acts;
  const rest = acts.slice(shown.length);
  return (
    <>
      {shown.map((act) => (
        <Button key={act.key} size={size} danger={act.isDangerous ?? false} onClick={() => onStart(act)}>
          {text(act.label)}
        </Button>
      ))}
      {rest.length + extra.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: [
              ...rest.map((act) => ({ key: act.key, label: text(act.label), danger: act.isDangerous ?? false })),
              ...extra.map(({ key, label }) => ({ key, label: text(label) })),
            ],
            onClick: ({ key }) => {
              extra.find((one) => one.key === key)?.start();
              const act = rest.find((one) => one.key === key);
              if (act) onStart(act);
            },
          }}
        >
          <Button size={size} icon={<EllipsisOutlined aria-hidden />} aria-label={text('record_action.more')} />
        </Dropdown>
      )}
    </>
  );
}
