import { ImportOutlined, PlusOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useShortcut } from '#web/lib/shortcuts.ts';
import { useBlacklistActs } from '#web/modules/crm/sms-blacklist/blacklist-acts.ts';
import { BlacklistDialog } from '#web/modules/crm/sms-blacklist/blacklist-dialog.tsx';
import { BlacklistFilters } from '#web/modules/crm/sms-blacklist/blacklist-filters.tsx';
import { BlacklistImport } from '#web/modules/crm/sms-blacklist/blacklist-import.tsx';
import { BlacklistCard, useBlacklistColumns } from '#web/modules/crm/sms-blacklist/blacklist-rows.tsx';
import { pageSizes } from '#web/record/list/list-state.ts';
import { Page } from '#web/ui/page/page.tsx';
import { usePlainList } from '#web/ui/plain-list/list-address.ts';
import { PlainList } from '#web/ui/plain-list/plain-list.tsx';
import { ChangeHistory } from '#web/ui/setting-changes/change-history.tsx';
import { smsBlacklistCalls, type BlacklistedNumber } from '#shared/crm/sms-blacklist/sms-blacklist-calls.ts';
import { smsBusinessKeys } from '#shared/crm/sms-blacklist/sms-businesses.ts';
import { shownNumber } from '#shared/record/phone.ts';

type Open = { readonly edited: BlacklistedNumber | null } | 'import' | null;

/** /manager/SMSBlackListSet: numbers that get no text messages. */
export function BlacklistPage() {
  const text = useText();
  const state = usePlainList(['phone', 'businessKey', 'enableFlag'], pageSizes);
  const [open, setOpen] = useState<Open>(null);
  const acts = useBlacklistActs();
  const { filters, page, limit } = state;
  const query = useQuery({
    ...callQuery(smsBlacklistCalls.list, {
      page,
      limit,
      phone: filters.phone.slice(0, 30),
      // an address may say anything
      businessKey: smsBusinessKeys.find((key) => key === filters.businessKey),
      enableFlag: /^[01]$/.test(filters.enableFlag) ? filters.enableFlag : '',
    }),
    placeholderData: keepPreviousData,
  });
  const rowActs = { ...acts, edit: (edited: BlacklistedNumber) => setOpen({ edited }) };
  const columns = useBlacklistColumns(rowActs);
  useShortcut('n', () => setOpen({ edited: null }));
  const addButton = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setOpen({ edited: null })}>
      {text('sms_blacklist.add')}
    </Button>
  );
  return (
    <Page
      title={text('page.sms_blacklist')}
      acts={
        <>
          <ChangeHistory kinds={['sms_blacklist']} />
          <Button icon={<ImportOutlined aria-hidden />} onClick={() => setOpen('import')}>
            {text('sms_blacklist.import')}
          </Button>
          {addButton}
        </>
      }
    >
      <PlainList
        query={query}
        state={state}
        columns={columns}
        nameOf={({ areaCode, phone }) => shownNumber(areaCode, phone)}
        card={(row) => <BlacklistCard row={row} acts={rowActs} />}
        filters={<BlacklistFilters state={state} />}
        bulkActs={(rows) => (
          <>
            <Button size="small" onClick={() => acts.setStatus(rows, 1)}>
              {text('sms_blacklist.enabled')}
            </Button>
            <Button size="small" onClick={() => acts.setStatus(rows, 0)}>
              {text('sms_blacklist.disabled')}
            </Button>
            <Button size="small" danger onClick={() => void acts.remove(rows)}>
              {text('action.delete')}
            </Button>
          </>
        )}
        none={text('sms_blacklist.none')}
        noMatch={text('sms_blacklist.no_match')}
        noneAction={addButton}
      />
      {open === 'import' && <BlacklistImport onClose={() => setOpen(null)} />}
      {open !== null && open !== 'import' && <BlacklistDialog edited={open.edited} onClose={() => setOpen(null)} />}
    </Page>
  );
}
