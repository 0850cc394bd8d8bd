import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons';
import { Button, Checkbox, Select } from 'antd';
import { useCallback, useState } from 'react';
import { Link } from 'react-router';
import { download } from '#web/lib/http/client.ts';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useMay } from '#web/lib/session/session.ts';
import { Paper } from '#web/record/print/paper.tsx';
import styles from '#web/record/print/print-dialog.module.css';
import { PrintedPages } from '#web/record/print/printed-pages.tsx';
import { mayDesignTemplates, templatesOf } from '#web/record/print/template-address.ts';
import { toast } from '#web/ui/feedback.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { mostPreviewed, printCalls } from '#shared/record/printing/print-calls.ts';
import { Dialog } from '#web/ui/sheet/dialog.tsx';

interface PrintProps {
  /** Module code of its type. */
  readonly label: number;
  readonly id: number;
  readonly name: string;
  readonly onClose: () => void;
}

/** A record as a document: by which template, how it looks, and onto paper or into a file. */
export function PrintDialog({ label, id, name, onClose }: PrintProps) {
  const text = useText();
  const may = useMay();
  const templates = useQuery(callQuery(printCalls.list, { label }));
  const [chosen, setChosen] = useState<string | null>(null);
  const [isWithoutPrices, setWithoutPrices] = useState(false);
  const [isPrinting, setPrinting] = useState(false);
  const [isLoading, setLoading] = useState(false);
  const endPrinting = useCallback(() => setPrinting(false), []);
  const template = chosen ?? templates.data?.[0]?.key;
  const asked = { label, id, template, ...(isWithoutPrices && { withoutPrices: 1 }) };
  const pages = useQuery({
    ...callQuery(printCalls.pages, asked),
    enabled: template !== undefined,
    placeholderData: keepPreviousData,
  });
  // beyond the pages that are shown the file alone has all of them
  const mayPrint = pages.isSuccess && !pages.isPlaceholderData && pages.data.pageCount <= mostPreviewed;
  const save = async () => {
    setLoading(true);
    try {
      toast.success(text('print.downloaded', { name: await download(printCalls.pdf, asked) }));
    } catch {
      // reported; the dialog stays for another attempt
    } finally {
      setLoading(false);
    }
  };
  return (
    <Dialog
      open
      width={900}
      title={text('print.dialog', { name })}
      onCancel={onClose}
      footer={[
        may(mayDesignTemplates) && (
          <Link key="design" className={styles['design']} to={templatesOf(label)}>
            {text('print.design')}
          </Link>
        ),
        <Button
          key="print"
          icon={<PrinterOutlined aria-hidden />}
          disabled={!mayPrint}
          onClick={() => setPrinting(true)}
        >
          {text('print.now')}
        </Button>,
        <Button
          key="save"
          type="primary"
          icon={<DownloadOutlined aria-hidden />}
          loading={isLoading}
          disabled={!pages.isSuccess}
          onClick={() => void save()}
        >
          {text('print.download')}
        </Button>,
      ]}
    >
      <div className={styles['choices']}>
        <Select
          className={styles['template'] ?? ''}
          aria-label={text('print.template')}
          loading={templates.isPending}
          value={template ?? null}
          onChange={setChosen}
          options={(templates.data ?? []).map((one) => ({
            value: one.key,
            label: one.purpose === '' ? one.name : `${one.name} · ${one.purpose}`,
          }))}
        />
        <Checkbox checked={isWithoutPrices} onChange={({ target }) => setWithoutPrices(target.checked)}>
          {text('print.without_prices')}
        </Checkbox>
      </div>
      <div
        className={styles['desk']}
        tabIndex={0}
        role="group"
        aria-label={text('print.pages')}
        aria-busy={pages.isPlaceholderData}
      >
        <PageState query={pages}>{(shown) => <PrintedPages pages={shown} />}</PageState>
      </div>
      {isPrinting && pages.data && <Paper pages={pages.data} onClose={endPrinting} />}
    </Dialog>
  );
}
