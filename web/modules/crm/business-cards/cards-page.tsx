import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useCardActs } from '#web/modules/crm/business-cards/card-acts.ts';
import { CardDialog } from '#web/modules/crm/business-cards/card-dialog.tsx';
import { CardFilters } from '#web/modules/crm/business-cards/card-filters.tsx';
import { CardRow, useCardColumns } from '#web/modules/crm/business-cards/card-rows.tsx';
import { CardView } from '#web/modules/crm/business-cards/card-view.tsx';
import { pageSizes } from '#web/record/list/list-state.ts';
import { usePlainList } from '#web/ui/plain-list/list-address.ts';
import { EditableList } from '#web/ui/plain-list/editable-list.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { businessCardCalls, cardLimits, type BusinessCard } from '#shared/crm/business-cards/business-card-calls.ts';

type Open = { readonly edited: BusinessCard | null } | { readonly shown: BusinessCard } | null;

/** /manager/IdCardManagement: electronic business cards of the staff. */
export function CardsPage() {
  const text = useText();
  const state = usePlainList(['name', 'mobile', 'type', 'status'], pageSizes);
  const [open, setOpen] = useState<Open>(null);
  const acts = useCardActs();
  const { filters, page, limit } = state;
  // an address may say anything
  const type = /^[1-9]\d{0,8}$/.test(filters.type) ? filters.type : '';
  const query = useQuery({
    ...callQuery(businessCardCalls.list, {
      page,
      limit,
      name: filters.name,
      mobile: filters.mobile.slice(0, cardLimits.mobile),
      type,
      status: /^[01]$/.test(filters.status) ? filters.status : '',
    }),
    placeholderData: keepPreviousData,
  });
  const rowActs = {
    ...acts,
    show: (shown: BusinessCard) => setOpen({ shown }),
    edit: (edited: BusinessCard) => setOpen({ edited }),
  };
  const columns = useCardColumns(rowActs);
  const handleClose = () => setOpen(null);
  return (
    <EditableList
      title={text('page.business_cards')}
      kinds={['business_card']}
      addText={text('business_card.add')}
      onAdd={() => setOpen({ edited: null })}
      onRemove={acts.remove}
      query={query}
      state={state}
      columns={columns}
      nameOf={({ name }) => name}
      card={(row) => <CardRow row={row} acts={rowActs} />}
      filters={<CardFilters state={state} />}
      none={text('business_card.none')}
      noMatch={text('business_card.no_match')}
    >
      {open && 'edited' in open && (
        <CardDialog edited={open.edited} typeId={type === '' ? undefined : Number(type)} onClose={handleClose} />
      )}
      {open && 'shown' in open && (
        <Dialog open width={400} title={text('business_card.preview')} footer={null} onCancel={handleClose}>
          <CardView card={open.shown} photo={open.shown.photo} isSavable />
        </Dialog>
      )}
    </EditableList>
  );
}
