import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useAction } from '#web/lib/http/queries.ts';
import { textOf, useText, type Text } from '#web/lib/i18n/i18n.ts';
import { CopiedText } from '#web/ui/values/copied-text.tsx';
import { confirm, toast } from '#web/ui/feedback.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { leadSourceCalls, sourceKinds, type LeadSource } from '#shared/crm/lead-sources/lead-source-calls.ts';
import styles from './lead-sources.module.css';

interface SourceAccessProps {
  /** As it is stored; null before it was saved as a source of its kind. */
  readonly source: LeadSource | null;
}

/** The address of a form, or the key for other programs, and how to have another one. */
export function SourceAccess({ source }: SourceAccessProps) {
  const text = useText();
  const [key, setKey] = useState('');
  const isForm = source?.kind === sourceKinds.form;
  const rotate = useAction(leadSourceCalls.rotate, {
    refreshes: [leadSourceCalls.list, leadSourceCalls.one],
    onDone: (answer) => {
      if (!isForm) setKey(answer.key);
      toast.success(textOf('lead_source.rotated'));
    },
  });
  if (!source) return <p className={styles['hint']}>{text('lead_source.after_save')}</p>;
  const { id, name, formKey, keyEnd } = source;
  const change = async () => {
    const isFirst = !isForm && keyEnd === '';
    const isSure =
      isFirst ||
      (await confirm({
        title: textOf(isForm ? 'lead_source.new_address_question' : 'lead_source.new_key_question', { name }),
        text: textOf(isForm ? 'lead_source.new_address_effect' : 'lead_source.new_key_effect'),
        okText: textOf(isForm ? 'lead_source.new_address' : 'lead_source.new_key'),
        isDangerous: true,
      }));
    if (isSure) rotate.mutate({ id });
  };
  const address = `${location.origin}/form/${formKey}`;
  return (
    <div className={styles['access']}>
      {isForm ? (
        <>
          <h3>{text('lead_source.address')}</h3>
          <CopiedText label={text('lead_source.address')} value={address} />
          <h3>{text('lead_source.embed')}</h3>
          <p className={styles['hint']}>{text('lead_source.embed_hint')}</p>
          <CopiedText
            label={text('lead_source.embed')}
            value={`<iframe src="${address}" style="width:100%;height:640px;border:0"></iframe>`}
            rows={2}
          />
          <QrCode content={address} isContentShown={false} fileName={`${name}.png`} hint={text('lead_source.scan')} />
        </>
      ) : (
        <>
          {key === '' ? (
            <p className={styles['hint']}>
              {keyEnd === '' ? text('lead_source.no_key') : text('lead_source.key_end', { end: keyEnd })}
            </p>
          ) : (
            <>
              <Alert type="warning" showIcon title={text('lead_source.key_once')} className={styles['hint'] ?? ''} />
              <CopiedText label={text('lead_source.key')} value={key} />
            </>
          )}
          <h3>{text('lead_source.call')}</h3>
          <p className={styles['hint']}>{text('lead_source.call_hint')}</p>
          <CopiedText label={text('lead_source.call')} value={sampleOf(text, key)} rows={6} />
        </>
      )}
      <Button danger={keyEnd !== '' || isForm} loading={rotate.isPending} onClick={() => void change()}>
        {text(isForm ? 'lead_source.new_address' : keyEnd === '' ? 'lead_source.first_key' : 'lead_source.new_key')}
      </Button>
    </div>
  );
}

const sampleOf = (text: Text, key: string): string =>
  `POST ${location.origin}/api/open/lead\n${JSON.stringify(
    {
      key: key || '…',
      requestNumber: 'order-1024',
      values: { leads_name: text('lead_source.sample_name'), mobile: '13800138000' },
    },
    null,
    2,
  )}`;
