import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useGuideActs } from '#web/modules/crm/operation-guide/guide-acts.ts';
import { GuideContent, opensHere } from '#web/modules/crm/operation-guide/guide-content.tsx';
import { GuideDialog } from '#web/modules/crm/operation-guide/guide-dialog.tsx';
import { GuideFilters } from '#web/modules/crm/operation-guide/guide-filters.tsx';
import { GuideRow, useGuideColumns } from '#web/modules/crm/operation-guide/guide-rows.tsx';
import { pageSizes } from '#web/record/list/list-state.ts';
import { usePlainList } from '#web/ui/plain-list/list-address.ts';
import { EditableList } from '#web/ui/plain-list/editable-list.tsx';
import { guideCalls, guideModules, type GuideItem } from '#shared/crm/operation-guide/guide-calls.ts';

type Open = { readonly edited: GuideItem | null } | { readonly shown: GuideItem } | null;

/** /manager/system-operate: contents and tutorials for the staff. */
export function GuidePage() {
  const text = useText();
  const state = usePlainList(['search', 'module', 'status'], pageSizes);
  const [open, setOpen] = useState<Open>(null);
  const acts = useGuideActs();
  const { filters, page, limit } = state;
  // an address may say anything
  const module = guideModules.find((code) => String(code) === filters.module);
  const query = useQuery({
    ...callQuery(guideCalls.list, {
      page,
      limit,
      search: filters.search,
      module: module ?? '',
      status: /^[01]$/.test(filters.status) ? filters.status : '',
    }),
    placeholderData: keepPreviousData,
  });
  const rowActs = {
    ...acts,
    show: (shown: GuideItem) => {
      if (opensHere(shown)) setOpen({ shown });
      else window.open(shown.url, '_blank', 'noopener,noreferrer');
    },
    edit: (edited: GuideItem) => setOpen({ edited }),
  };
  const columns = useGuideColumns(rowActs);
  const handleClose = () => setOpen(null);
  return (
    <EditableList
      title={text('page.operation_guide')}
      kinds={['guide_item']}
      addText={text('guide.add')}
      onAdd={() => setOpen({ edited: null })}
      onRemove={acts.remove}
      query={query}
      state={state}
      columns={columns}
      nameOf={({ title }) => title}
      card={(row) => <GuideRow row={row} acts={rowActs} />}
      filters={<GuideFilters state={state} />}
      none={text('guide.none')}
      noMatch={text('guide.no_match')}
    >
      {open && 'edited' in open && <GuideDialog edited={open.edited} module={module} onClose={handleClose} />}
      {open && 'shown' in open && <GuideContent item={open.shown} onClose={handleClose} />}
    </EditableList>
  );
}
