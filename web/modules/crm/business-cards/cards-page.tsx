import { PlusOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useShortcut } from '#web/lib/shortcuts.ts';
import { useCardActs } from '#web/modules/crm/business-cards/card-acts.ts';
import { CardDialog } from '#web/modules/crm/business-cards/card-dialog.tsx';
import { CardFilters } from '#web/modules/crm/business-cards/card-filters.tsx';
import { CardRow, useCardColumns } from '#web/modules/crm/business-cards/card-rows.tsx';
import { CardView } from '#web/modules/crm/business-cards/card-view.tsx';
import { pageSizes } from '#web/record/list/list-state.ts';
import { Page } from '#web/ui/page/page.tsx';
import { usePlainList } from '#web/ui/plain-list/list-address.ts';
import { PlainList } from '#web/ui/plain-list/plain-list.tsx';
import { ChangeHistory } from '#web/ui/setting-changes/change-history.tsx';
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
  useShortcut('n', () => setOpen({ edited: null }));
  const addButton = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setOpen({ edited: null })}>
      {text('business_card.add')}
    </Button>
  );
  return (
    <Page
      title={text('page.business_cards')}
      acts={
        <>
          <ChangeHistory kinds={['business_card']} />
          {addButton}
        </>
      }
    >
      <PlainList
        query={query}
        state={state}
        columns={columns}
        nameOf={({ name }) => name}
        card={(row) => <CardRow row={row} acts={rowActs} />}
        filters={<CardFilters state={state} />}
        bulkActs={(rows) => (
          <Button size="small" danger onClick={() => void acts.remove(rows)}>
            {text('action.delete')}
          </Button>
        )}
        none={text('business_card.none')}
        noMatch={text('business_card.no_match')}
        noneAction={addButton}
      />
      {open && 'edited' in open && (
        <CardDialog edited={open.edited} typeId={type === '' ? undefined : Number(type)} onClose={handleClose} />
      )}
      {open && 'shown' in open && (
        <Dialog open width={400} title={text('business_card.preview')} footer={null} onCancel={handleClose}>
          <CardView card={open.shown} photo={open.shown.photo} isSavable />
        </Dialog>
      )}
    </Page>
  );
}
