import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { SourceDialog } from '#web/modules/crm/lead-sources/source-dialog.tsx';
import { SourceFilters } from '#web/modules/crm/lead-sources/source-filters.tsx';
import { SourceCard, useSourceColumns } from '#web/modules/crm/lead-sources/source-rows.tsx';
import { pageSizes } from '#web/record/list/list-state.ts';
import { toast } from '#web/ui/feedback.tsx';
import { EditableList } from '#web/ui/plain-list/editable-list.tsx';
import { usePlainList } from '#web/ui/plain-list/list-address.ts';
import { useDeletion } from '#web/ui/plain-list/use-deletion.ts';
import { leadSourceCalls, type LeadSourceRow } from '#shared/crm/lead-sources/lead-source-calls.ts';

const refreshes = [leadSourceCalls.list, leadSourceCalls.one];
/** An address may say anything. */
const numberAmong = (value: string, known: readonly number[]): number | undefined =>
  value === '' ? undefined : known.find((one) => one === Number(value));

/** /manager/system-clue: where leads come from. */
export function SourcesPage() {
  const text = useText();
  const state = usePlainList(['search', 'kind', 'status'], pageSizes);
  const [open, setOpen] = useState<{ readonly id: number | null } | null>(null);
  const { filters, page, limit } = state;
  const query = useQuery({
    ...callQuery(leadSourceCalls.list, {
      page,
      limit,
      search: filters.search.slice(0, 50),
      kind: numberAmong(filters.kind, [1, 2, 3]),
      status: numberAmong(filters.status, [0, 1]),
    }),
    placeholderData: keepPreviousData,
  });
  const status = useAction(leadSourceCalls.status, { refreshes });
  const remove = useDeletion(leadSourceCalls.remove, {
    refreshes,
    question: 'lead_source.delete_question',
    effect: 'lead_source.delete_effect',
    done: 'lead_source.deleted',
  });
  const setStatus = (rows: readonly LeadSourceRow[], isOn: 0 | 1) =>
    status.mutate(
      { ids: rows.map(({ id }) => id).join(','), status: isOn },
      { onSuccess: () => toast.success(textOf(isOn === 1 ? 'lead_source.switched_on' : 'lead_source.switched_off')) },
    );
  const acts = { edit: ({ id }: LeadSourceRow) => setOpen({ id }), setStatus, remove };
  const columns = useSourceColumns(acts);
  return (
    <EditableList
      title={text('page.lead_sources')}
      kinds={['lead_source']}
      addText={text('lead_source.add')}
      onAdd={() => setOpen({ id: null })}
      onRemove={remove}
      furtherActs={(rows) => (
        <>
          <Button size="small" onClick={() => setStatus(rows, 1)}>
            {text('lead_source.on')}
          </Button>
          <Button size="small" onClick={() => setStatus(rows, 0)}>
            {text('lead_source.off')}
          </Button>
        </>
      )}
      query={query}
      state={state}
      columns={columns}
      nameOf={({ label }) => label}
      card={(row) => <SourceCard row={row} acts={acts} />}
      filters={<SourceFilters state={state} />}
      none={text('lead_source.none')}
      noMatch={text('lead_source.no_match')}
    >
      {open && <SourceDialog id={open.id} onSaved={(id) => setOpen({ id })} onClose={() => setOpen(null)} />}
    </EditableList>
  );
}
