import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { usePages } from '#web/lib/http/pages.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { ImportResult, statusText } from '#web/record/import/import-result.tsx';
import styles from '#web/record/import/import.module.css';
import { PageState } from '#web/ui/states/page-state.tsx';
import { SmallPager } from '#web/ui/small-pager.tsx';
import { importCalls, type ImportInfo } from '#shared/record/calls/import-calls.ts';

const perPage = 10;

/** The user's own imports, the newest first; each opens with its failed rows and its undo. */
export function ImportHistory() {
  const text = useText();
  const client = useQueryClient();
  const [opened, setOpened] = useState<number | null>(null);
  const { query, pages } = usePages(importCalls.mine, {}, perPage, { staleTime: 0 });
  if (opened !== null)
    return (
      <ImportResult
        messageId={opened}
        onClose={() => {
          setOpened(null);
          void query.refetch();
        }}
        // an undo may have changed whatever is open
        onEnd={() => void client.invalidateQueries()}
      />
    );
  return (
    <PageState query={query} isEmpty={(data) => data.list.length === 0} emptyText={text('import.history.none')}>
      {(data) => (
        <>
          <ul className={styles['history']}>
            {data.list.map((one) => (
              <li key={one.messageId}>
                <Entry info={one} onOpen={() => setOpened(one.messageId)} />
              </li>
            ))}
          </ul>
          <SmallPager {...pages} total={data.totalRow} />
        </>
      )}
    </PageState>
  );
}

function Entry({ info, onOpen }: { readonly info: ImportInfo; readonly onOpen: () => void }) {
  const text = useText();
  return (
    <>
      <span>
        {info.fileName}
        <small>
          {info.createTime} · {statusText(info, text)}
          {info.errSize > 0 && ` · ${text('import.dialog.errors')} ${info.errSize}`}
        </small>
      </span>
      <Button size="small" aria-label={text('import.history.open_named', { name: info.fileName })} onClick={onOpen}>
        {text('import.history.open')}
      </Button>
    </>
  );
}
