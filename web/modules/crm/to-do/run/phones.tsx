import { CopyOutlined, PhoneOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { copyText } from '#web/lib/copy-text.ts';
import { useText, type Text } from '#web/lib/i18n/i18n.ts';
import type { PhoneNumber } from '#web/modules/crm/to-do/run/phone-numbers.ts';
import { toast } from '#web/ui/feedback.tsx';
import styles from './run.module.css';

export async function copyNumber(text: Text, number: string): Promise<void> {
  await copyText(number);
  toast.success(text('run.copied', { number }));
}

/** Numbers to call or to copy. */
export function Phones({ numbers }: { readonly numbers: readonly PhoneNumber[] }) {
  const text = useText();
  if (numbers.length === 0) return <p className={styles['quiet']}>{text('run.no_number')}</p>;
  return (
    <ul className={styles['phones']}>
      {numbers.map(({ shown, dialled }) => (
        <li key={dialled}>
          <Button
            href={`tel:${dialled}`}
            icon={<PhoneOutlined aria-hidden />}
            aria-label={text('run.call', { number: shown })}
          >
            {shown}
          </Button>
          <Button
            icon={<CopyOutlined aria-hidden />}
            aria-label={text('run.copy', { number: shown })}
            title={text('run.copy', { number: shown })}
            onClick={() => void copyNumber(text, shown)}
          />
        </li>
      ))}
    </ul>
  );
}
