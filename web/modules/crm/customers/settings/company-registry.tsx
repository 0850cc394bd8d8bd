import { DownloadOutlined, UploadOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useRef, useState } from 'react';
import { isCallError } from '#web/lib/http/call-error.ts';
import { download, upload } from '#web/lib/http/client.ts';
import { callQuery, refreshCalls } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { PageState } from '#web/ui/states/page-state.tsx';
import { enterpriseCalls } from '#shared/crm/enterprise/enterprise-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import styles from './settings.module.css';

type Result = OutputOf<typeof enterpriseCalls.upload>;

/** Companies that 校对 finds when no external service is configured; imported from a sheet. */
export function CompanyRegistry() {
  const text = useText();
  const client = useQueryClient();
  const registry = useQuery(callQuery(enterpriseCalls.registry, {}));
  const input = useRef<HTMLInputElement>(null);
  const [isSending, setSending] = useState(false);
  const [result, setResult] = useState<Result | null>(null);
  const handleFile = async (file: File) => {
    setSending(true);
    setResult(null);
    try {
      setResult(await upload(enterpriseCalls.upload, {}, file));
      await refreshCalls(client, enterpriseCalls.registry);
    } catch (error) {
      // the call has informed the user
      if (!isCallError(error)) throw error;
    } finally {
      setSending(false);
    }
  };
  return (
    <>
      <p className={styles['hint']}>{text('enterprise.registry_hint')}</p>
      <PageState query={registry}>
        {({ total, isOutside }) => (
          <p className={styles['days']}>
            {text('enterprise.registry_total', { count: total.toLocaleString('en') })}{' '}
            {isOutside === 1 && text('enterprise.registry_outside')}
          </p>
        )}
      </PageState>
      <div className={styles['files']}>
        <Button
          icon={<DownloadOutlined aria-hidden />}
          onClick={() => void download(enterpriseCalls.template, {}).catch(() => undefined)}
        >
          {text('enterprise.template')}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".xlsx,.csv"
          aria-label={text('enterprise.import')}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) void handleFile(file);
            // the same file may be chosen again after a correction
            target.value = '';
          }}
        />
        <Button
          type="primary"
          icon={<UploadOutlined aria-hidden />}
          loading={isSending}
          onClick={() => input.current?.click()}
        >
          {text('enterprise.import')}
        </Button>
      </div>
      {result && <ImportedCompanies result={result} />}
    </>
  );
}

function ImportedCompanies({ result: { total, success, errors } }: { readonly result: Result }) {
  const text = useText();
  const failed = errors.length;
  return (
    <Alert
      className={styles['result'] ?? ''}
      showIcon
      type={failed > 0 ? 'warning' : 'success'}
      title={text('enterprise.imported', { success: Math.min(success, total) })}
      description={
        failed > 0 && (
          <>
            {text('enterprise.import_failed', { count: failed })}
            <ul>
              {errors.slice(0, 10).map(({ row, msg }) => (
                <li key={row}>{text('enterprise.row', { row, msg })}</li>
              ))}
            </ul>
          </>
        )
      }
    />
  );
}
