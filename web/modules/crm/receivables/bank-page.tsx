import { Button, Select, Upload } from 'antd';
import { useState } from 'react';
import { upload } from '#web/lib/http/client.ts';
import { usePages } from '#web/lib/http/pages.ts';
import { refreshCalls } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { BankLines } from '#web/modules/crm/receivables/bank-lines.tsx';
import { toast } from '#web/ui/feedback.tsx';
import { Page, PageBody } from '#web/ui/page/page.tsx';
import { SmallPager } from '#web/ui/small-pager.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { bankCalls } from '#shared/crm/receivables/bank-calls.ts';
import styles from './bank-page.module.css';

const perPage = 15;
const statuses = [0, 1, 2] as const;

/** /crm/bank: loads statements, and books their payments one by one. */
export function BankPage() {
  const text = useText();
  const [status, setStatus] = useState<number>(0);
  const { query, pages } = usePages(bankCalls.list, { status }, perPage);
  const handleFile = async (file: File) => {
    const answer = await upload(bankCalls.upload, {}, file).catch(() => null);
    if (!answer) return;
    toast.success(text('bank.loaded_count', { count: answer.total }));
    await refreshCalls(queryClient, bankCalls.list);
  };
  return (
    <Page
      title={text('page.bank')}
      acts={
        <Upload
          accept=".xlsx,.csv"
          showUploadList={false}
          beforeUpload={(file) => {
            void handleFile(file);
            return false;
          }}
        >
          <Button>{text('bank.upload')}</Button>
        </Upload>
      }
    >
      <PageBody>
        <Select<number>
          className={styles['status'] ?? ''}
          value={status}
          aria-label={text('bank.status')}
          options={statuses.map((value) => ({ value, label: text(`bank.status.${value}`) }))}
          onChange={setStatus}
        />
        <PageState query={query} isEmpty={({ list }) => list.length === 0}>
          {({ list, totalRow }) => (
            <>
              <BankLines lines={list} />
              <SmallPager {...pages} className={styles['pages']} total={totalRow} />
            </>
          )}
        </PageState>
      </PageBody>
    </Page>
  );
}
