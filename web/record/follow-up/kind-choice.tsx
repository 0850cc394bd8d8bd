import { CheckOutlined, DownOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import styles from '#web/record/follow-up/follow-up.module.css';
import { Popup } from '#web/ui/popup.tsx';
import { kindText } from '#shared/record/follow-up-kinds.ts';

interface KindChoiceProps {
  readonly value: string;
  /** The company's kinds, which people know under their own words. */
  readonly kinds: readonly string[];
  readonly onChange: (kind: string) => void;
}

/** What kind of follow-up it is: a list, which is a sheet on a phone. */
export function KindChoice({ value, kinds, onChange }: KindChoiceProps) {
  const text = useText();
  const isPhone = useIsPhone();
  if (isPhone) return <KindSheet value={value} kinds={kinds} onChange={onChange} />;
  return (
    <Select
      variant="borderless"
      aria-label={text('detail.category')}
      className={styles['category'] ?? ''}
      popupMatchSelectWidth={false}
      value={value || undefined}
      options={kinds.map((kind) => ({ value: kind, label: kindText(text, kind) }))}
      onChange={onChange}
    />
  );
}

function KindSheet({ value, kinds, onChange }: KindChoiceProps) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const choose = (kind: string) => {
    setOpen(false);
    onChange(kind);
  };
  return (
    <Popup
      isOpen={isOpen}
      onOpenChange={setOpen}
      title={text('detail.category')}
      placement="bottomLeft"
      content={
        <div role="listbox" aria-label={text('detail.category')} className={styles['kinds']}>
          {kinds.map((kind) => (
            <button key={kind} type="button" role="option" aria-selected={kind === value} onClick={() => choose(kind)}>
              {kindText(text, kind)} {kind === value && <CheckOutlined aria-hidden />}
            </button>
          ))}
        </div>
      }
    >
      <Button
        type="text"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={text('follow_up.kind_chosen', { kind: value === '' ? '' : kindText(text, value) })}
      >
        {value !== '' && kindText(text, value)} <DownOutlined aria-hidden />
      </Button>
    </Popup>
  );
}
