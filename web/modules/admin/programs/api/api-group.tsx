import { DownOutlined, RightOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { ApiCallDetails } from './api-call.tsx';
import type { ApiCall } from './api-document.ts';
import { useApiWords } from './use-api-words.ts';
import styles from './api.module.css';

interface ApiGroupProps {
  readonly name: string;
  readonly calls: readonly ApiCall[];
  readonly isOpen: boolean;
  readonly isPermitted: (keys: readonly string[]) => boolean;
}

/** The calls about one kind of thing; only what is open is drawn. */
export function ApiGroup({ name, calls, isOpen, isPermitted }: ApiGroupProps) {
  const [open, setOpen] = useState(isOpen);
  const Icon = open ? DownOutlined : RightOutlined;
  return (
    <section className={styles['group']}>
      <h2>
        <button type="button" className={styles['head']} aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon aria-hidden />
          <span className={styles['title']}>{name}</span>
          <span className={styles['number']}>{calls.length}</span>
        </button>
      </h2>
      {open && (
        <ul className={styles['calls']}>
          {calls.map((call) => (
            <ApiRow key={`${call.method} ${call.path}`} call={call} isPermitted={isPermitted(call.keys)} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface ApiRowProps {
  readonly call: ApiCall;
  readonly isPermitted: boolean;
}

function ApiRow({ call, isPermitted }: ApiRowProps) {
  const text = useText();
  const { titleOf } = useApiWords();
  const [open, setOpen] = useState(false);
  return (
    <li>
      <button type="button" className={styles['head']} aria-expanded={open} onClick={() => setOpen(!open)}>
        <code className={styles['method']}>{call.method}</code>
        <code className={styles['path']}>{call.path}</code>
        <span className={styles['words']}>{titleOf(call)}</span>
        {!isPermitted && <StatusTag tone="neutral">{text('api.beyond')}</StatusTag>}
      </button>
      {open && <ApiCallDetails call={call} />}
    </li>
  );
}
