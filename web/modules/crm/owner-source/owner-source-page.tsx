import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { BindingDialog } from '#web/modules/crm/owner-source/binding-dialog.tsx';
import { BindingFilters } from '#web/modules/crm/owner-source/binding-filters.tsx';
import { BindingCard, useBindingColumns } from '#web/modules/crm/owner-source/binding-rows.tsx';
import { pageSizes } from '#web/record/list/list-state.ts';
import { EditableList } from '#web/ui/plain-list/editable-list.tsx';
import { usePlainList } from '#web/ui/plain-list/list-address.ts';
import { useDeletion } from '#web/ui/plain-list/use-deletion.ts';
import { bindingStates, ownerSourceCalls, type Binding } from '#shared/crm/owner-source/owner-source-calls.ts';

/** /manager/system-customer/owner-source: which advisers follow up the new customers of which agent. */
export function OwnerSourcePage() {
  const text = useText();
  const state = usePlainList(['search', 'source', 'state'], pageSizes);
  const [open, setOpen] = useState<{ readonly edited: Binding | null } | null>(null);
  const remove = useDeletion(ownerSourceCalls.remove, {
    refreshes: [ownerSourceCalls.list],
    question: 'owner_source.delete_question',
    effect: 'owner_source.delete_effect',
    done: 'owner_source.deleted',
  });
  const { filters, page, limit } = state;
  const query = useQuery({
    ...callQuery(ownerSourceCalls.list, {
      page,
      limit,
      // an address may say anything
      search: filters.search.slice(0, 30),
      source: filters.source.slice(0, 200),
      state: bindingStates.find((one) => one === filters.state),
    }),
    placeholderData: keepPreviousData,
  });
  const acts = { edit: (edited: Binding) => setOpen({ edited }), remove };
  const columns = useBindingColumns(acts);
  return (
    <EditableList
      title={text('page.owner_source')}
      kinds={['owner_source']}
      addText={text('owner_source.add')}
      onAdd={() => setOpen({ edited: null })}
      onRemove={remove}
      query={query}
      state={state}
      columns={columns}
      nameOf={({ agent, effectiveDate }) => `${agent.realname} ${effectiveDate}`}
      card={(row) => <BindingCard row={row} acts={acts} />}
      filters={<BindingFilters state={state} />}
      none={text('owner_source.none')}
      noMatch={text('owner_source.no_match')}
    >
      {open && <BindingDialog edited={open.edited} onClose={() => setOpen(null)} />}
    </EditableList>
  );
}
