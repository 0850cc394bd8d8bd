import { LeftOutlined, PlusOutlined, RightOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { use, useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useMay } from '#web/lib/session/session.ts';
import { childrenOf, type ParentRecord } from '#web/record/picker/parent-record.ts';
import type { Pickable } from '#web/record/picker/pickable.ts';
import { PickTable } from '#web/record/picker/pick-table.tsx';
import type { Picked } from '#web/record/picker/picked.ts';
import styles from '#web/record/picker/picker.module.css';
import { wordOf, type RecordScreen } from '#web/record/record-screen.ts';
import { NewRecordContext } from '#web/record/record-types.ts';
import { PageState } from '#web/ui/states/page-state.tsx';
import { SearchBox } from '#web/ui/search/search-box.tsx';
import type { Condition } from '#shared/record/calls/record-calls.ts';
import { sceneCalls } from '#shared/record/calls/scene-calls.ts';

/** Rows per page (R24.1). */
const perPage = 10;
/** Children of one record are few and loaded at once (R24.3). */
const allChildren = 100;

export interface PickProps {
  readonly isSingle: boolean;
  readonly picked: Picked;
  readonly onPicked: (picked: Picked) => void;
  readonly parent?: ParentRecord;
  /** Only records that meet these. */
  readonly conditions?: readonly Condition[];
  /** While the form of a new record is open over it. */
  readonly onCreating?: (isCreating: boolean) => void;
}

interface ListProps extends PickProps {
  readonly type: Pickable;
  readonly screen: RecordScreen;
}

/** Scene, search and creation above a page of records, with a pager below. */
export function PickList({ type, screen, isSingle, picked, onPicked, parent, conditions = [], onCreating }: ListProps) {
  const text = useText();
  const may = useMay();
  const showForm = use(NewRecordContext);
  // a list of part of the records, such as addressees among contacts, has none
  const hasScenes = screen.hasScenes && type.code === screen.code && !parent;
  const scenes = useQuery({ ...callQuery(sceneCalls.list, { type: type.code }), enabled: hasScenes });
  const usual = scenes.data?.find((scene) => scene.isDefault === 1) ?? scenes.data?.[0];
  const [chosenScene, setScene] = useState<number>();
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const [isCreating, setCreating] = useState(false);
  const sceneId = chosenScene ?? usual?.sceneId;
  const query = {
    page,
    limit: parent ? allChildren : perPage,
    type: type.code,
    search,
    ...(hasScenes && sceneId !== undefined && { sceneId }),
    data: [...(parent ? [childrenOf(parent)] : []), ...conditions],
  };
  const list = useQuery({
    ...callQuery(screen.calls.list, query),
    placeholderData: keepPreviousData,
    enabled: !hasScenes || !scenes.isPending,
  });
  const pages = Math.max(1, Math.ceil((list.data?.totalRow ?? 0) / query.limit));
  const create = screen.functions.create;
  const open = (isOpen: boolean) => {
    setCreating(isOpen);
    onCreating?.(isOpen);
  };
  return (
    <>
      <div className={styles['header']}>
        {hasScenes && (
          <Select
            className={styles['scene'] ?? ''}
            aria-label={text('picker.scene')}
            value={sceneId}
            options={(scenes.data ?? []).map((scene) => ({ value: scene.sceneId, label: scene.name }))}
            onChange={(next) => {
              setScene(next);
              setPage(1);
            }}
          />
        )}
        <SearchBox
          placeholder={text(wordOf(screen, 'search'))}
          value={search}
          onSearch={(next) => {
            setSearch(next);
            setPage(1);
          }}
        />
        <span className={styles['space']} />
        {create !== null && may(create) && (
          <Button icon={<PlusOutlined aria-hidden />} onClick={() => open(true)}>
            {text(type.creates?.title ?? wordOf(screen, 'new'))}
          </Button>
        )}
      </div>
      <PageState query={list}>
        {(data) => (
          <PickTable
            type={type}
            screen={screen}
            rows={data.list}
            isLoading={list.isPlaceholderData}
            isSingle={isSingle}
            picked={picked}
            onPicked={onPicked}
          />
        )}
      </PageState>
      {(!parent || pages > 1) && (
        <div className={styles['pager']}>
          <Button icon={<LeftOutlined aria-hidden />} disabled={page <= 1} onClick={() => setPage(page - 1)}>
            {text('picker.previous')}
          </Button>
          <span>{text('picker.page', { page, pages })}</span>
          <Button
            icon={<RightOutlined aria-hidden />}
            iconPlacement="end"
            disabled={page >= pages}
            onClick={() => setPage(page + 1)}
          >
            {text('picker.next')}
          </Button>
        </div>
      )}
      {isCreating &&
        showForm({
          screen,
          ...type.creates,
          onClose: () => open(false),
          onSaved: () => {
            open(false);
            // the newest is the first of the first page
            setSearch('');
            setPage(1);
          },
        })}
    </>
  );
}
