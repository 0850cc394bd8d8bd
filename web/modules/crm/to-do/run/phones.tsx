import { CopyOutlined, PhoneOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { Ref } from 'react';
import { copyText } from '#web/lib/copy-text.ts';
import { useText, type Text } from '#web/lib/i18n/i18n.ts';
import { PhoneDigits } from '#web/record/cells/phone-digits.tsx';
import type { PhoneNumber } from '#web/record/cells/phone-numbers.ts';
import { toast } from '#web/ui/feedback.tsx';
import styles from './run.module.css';

export async function copyNumber(text: Text, number: string): Promise<void> {
  await copyText(number);
  toast.success(text('queue.copied', { number }));
}

interface PhonesProps {
  readonly numbers: readonly PhoneNumber[];
  /** A link that calls the first number. */
  readonly first: Ref<HTMLAnchorElement>;
}

/** Numbers to call or to copy. */
export function Phones({ numbers, first }: PhonesProps) {
  const text = useText();
  if (numbers.length === 0) return <p className={styles['quiet']}>{text('queue.no_number')}</p>;
  return (
    <ul className={styles['phones']}>
      {numbers.map(({ shown, href }, at) => (
        <li key={href}>
          <Button
            {...(at === 0 && { ref: first })}
            href={href}
            icon={<PhoneOutlined aria-hidden />}
            aria-label={text('queue.call', { number: shown })}
          >
            <PhoneDigits shown={shown} />
          </Button>
          <Button
            icon={<CopyOutlined aria-hidden />}
            aria-label={text('queue.copy', { number: shown })}
            title={text('queue.copy', { number: shown })}
            onClick={() => void copyNumber(text, shown)}
          />
        </li>
      ))}
    </ul>
  );
}
