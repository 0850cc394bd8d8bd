import { EllipsisOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import type { RecordAct } from '#web/record/acts/record-act.ts';

/** Acts as buttons; those beyond `most` are behind one more button. */
export function ActButtons({
  acts,
  most,
  size = 'middle',
  onStart,
}: {
  readonly acts: readonly RecordAct[];
  readonly most: number;
  readonly size?: 'small' | 'middle';
  readonly onStart: (act: RecordAct) => void;
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
      {rest.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: rest.map((act) => ({ key: act.key, label: text(act.label), danger: act.isDangerous ?? false })),
            onClick: ({ key }) => {
              const act = rest.find((one) => one.key === key);
              if (act) onStart(act);
            },
          }}
        >
          <Button size={size} icon={<EllipsisOutlined aria-hidden />} aria-label={text('act.more')} />
        </Dropdown>
      )}
    </>
  );
}
