import { SmileOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/follow-up/follow-up.module.css';
import { Popup } from '#web/ui/popup.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { emojiCategories, emojiOf, type EmojiCategory } from '#shared/text/emoji.ts';

/** A button that offers emoji by category (R13.5). */
export function EmojiPicker({ onPick }: { readonly onPick: (sign: string) => void }) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const pick = (sign: string) => {
    setOpen(false);
    onPick(sign);
  };
  const items = emojiCategories.map((category) => ({
    key: category,
    label: text(`emoji.${category}`),
    children: <Signs category={category} onPick={pick} />,
  }));
  return (
    <Popup
      isOpen={isOpen}
      onOpenChange={setOpen}
      title={text('emoji.pick')}
      placement="bottomLeft"
      content={<Tabs size="small" className={styles['emoji'] ?? ''} items={items} />}
    >
      <Button type="text" icon={<SmileOutlined aria-hidden />} aria-label={text('emoji.pick')} aria-expanded={isOpen} />
    </Popup>
  );
}

function Signs({ category, onPick }: { readonly category: EmojiCategory; readonly onPick: (sign: string) => void }) {
  return (
    <div className={styles['signs']}>
      {emojiOf[category].map(({ name, sign }) => (
        <button key={name} type="button" title={name.replaceAll('_', ' ')} onClick={() => onPick(sign)}>
          {sign}
        </button>
      ))}
    </div>
  );
}
