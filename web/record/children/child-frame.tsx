import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { use, useState, type ReactNode } from 'react';
import { refreshCalls } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { queryClient } from '#web/lib/query-client.ts';
import { useMay } from '#web/lib/session/session.ts';
import { initialChild } from '#web/record/children/initial-child.ts';
import styles from '#web/record/children/children.module.css';
import type { FormValues } from '#web/record/form/form-values.ts';
import { RecordDetailContext } from '#web/record/record-types.ts';
import { wordOf, type ChildTabProps } from '#web/record/record-screen.ts';
import { SearchBox } from '#web/ui/search/search-box.tsx';
import type { Endpoint } from '#shared/wire/endpoint.ts';

const RecordForm = lazyOverlay(() => import('#web/record/form/record-form.tsx'), 'RecordForm');

interface FrameProps extends ChildTabProps {
  readonly search: string;
  readonly onSearch: (search: string) => void;
  /** Calls that list the children; reloaded after a change. */
  readonly list: Endpoint;
  /** The children; `onOpen` opens one. */
  readonly children: (onOpen: (id: number) => void) => ReactNode;
}

/** Search and creation of a record's children, and the opened child in an overlay. */
export function ChildFrame({ screen, relation, parent, search, onSearch, list, children }: FrameProps) {
  const text = useText();
  const may = useMay();
  const showDetail = use(RecordDetailContext);
  const [begun, setBegun] = useState<FormValues | null>(null);
  const [opened, setOpened] = useState<number | null>(null);
  const { create } = screen.functions;
  const mayCreate = parent.record['mayWrite'] === 1 && create !== null && may(create);
  const close = () => {
    setOpened(null);
    refresh();
  };
  const refresh = () => void refreshCalls(queryClient, list, parent.screen.calls.childCounts);
  const begin = async () => {
    const { id, record } = parent;
    try {
      setBegun(await initialChild(relation, { type: parent.screen.type, id, name: String(record['name'] ?? '') }));
    } catch {
      // already reported
    }
  };
  return (
    <>
      <div className={styles['head']}>
        <SearchBox placeholder={text(wordOf(screen, 'search'))} value={search} onSearch={onSearch} />
        {mayCreate && (
          <Button icon={<PlusOutlined aria-hidden />} onClick={parent.onBegin ?? (() => void begin())}>
            {text(wordOf(screen, 'new'))}
          </Button>
        )}
      </div>
      {children(setOpened)}
      {begun && (
        <RecordForm
          screen={screen}
          initial={begun}
          onClose={() => setBegun(null)}
          onSaved={() => {
            setBegun(null);
            refresh();
          }}
        />
      )}
      {opened !== null &&
        showDetail({
          screen,
          id: opened,
          onClose: close,
        })}
    </>
  );
}
