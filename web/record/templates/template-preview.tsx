import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Checkbox, Select } from 'antd';
import { useMemo, useState } from 'react';
import { useDebounced } from '#web/lib/debounced.ts';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { PrintedPages } from '#web/record/print/printed-pages.tsx';
import styles from '#web/record/templates/templates.module.css';
import { PageState } from '#web/ui/states/page-state.tsx';
import { typeCalls } from '#shared/record/calls/type-calls.ts';
import { printCalls } from '#shared/record/printing/print-calls.ts';
import type { PrintTemplate } from '#shared/record/printing/template.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** Typing pauses for so long before the pages are asked for, in milliseconds. */
const pause = 400;
const offered = 10;

/** How the template looks with one of the latest records, or with the names of its fields. */
export function TemplatePreview({ type, content }: { readonly type: RecordType; readonly content: PrintTemplate }) {
  const text = useText();
  const [id, setId] = useState(0);
  const [isWithoutPrices, setWithoutPrices] = useState(false);
  const settled = useDebounced(content, pause);
  const list = useMemo(() => typeCalls(type).list, [type]);
  const records = useQuery(callQuery(list, { page: 1, limit: offered }));
  const pages = useQuery({
    ...callQuery(printCalls.draft, {
      label: type.code,
      content: JSON.stringify(settled),
      ...(id > 0 && { id }),
      ...(isWithoutPrices && { withoutPrices: 1 }),
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <section className={styles['preview']} aria-label={text('template.preview')}>
      <div className={styles['bar']}>
        <Select
          aria-label={text('template.preview_with')}
          className={styles['record'] ?? ''}
          value={id}
          onChange={setId}
          options={[
            { value: 0, label: text('template.sample') },
            ...(records.data?.list ?? []).map((row) => ({
              value: Number(row[type.idKey]),
              label: String(row['name'] ?? ''),
            })),
          ]}
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
        aria-busy={pages.isFetching}
      >
        <PageState query={pages}>{(shown) => <PrintedPages pages={shown} />}</PageState>
      </div>
    </section>
  );
}
