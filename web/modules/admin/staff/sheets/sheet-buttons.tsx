import { MoreOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { isCallError } from '#web/lib/http/call-error.ts';
import { download } from '#web/lib/http/client.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { useMay } from '#web/lib/session/session.ts';
import { PastImports } from '#web/modules/admin/staff/sheets/past-imports.tsx';
import { StaffImport } from '#web/modules/admin/staff/sheets/staff-import.tsx';
import { staffSheetCalls } from '#shared/admin/staff-sheets/staff-sheet-calls.ts';

interface FurtherAct {
  readonly key: string;
  readonly label: string;
  readonly run: () => void;
}

/** Staff by sheet: import, past imports and export, for those who may, and `others` in the same menu. */
export function SheetButtons({ others }: { readonly others: readonly FurtherAct[] }) {
  const text = useText();
  const may = useMay();
  const isPhone = useIsPhone();
  const [open, setOpen] = useState<'import' | 'past' | null>(null);
  const mayImport = may('manage:users:userSave');
  const acts = [
    ...(mayImport
      ? [
          { key: 'import', label: text('staff_sheet.import'), run: () => setOpen('import') },
          { key: 'past', label: text('staff_sheet.past'), run: () => setOpen('past') },
        ]
      : []),
    ...(may('manage:users:read')
      ? [
          {
            key: 'export',
            label: text('staff_sheet.export'),
            run: () => void download(staffSheetCalls.exportAll, {}).catch(saidAlready),
          },
        ]
      : []),
    ...others,
  ];
  if (acts.length === 0) return null;
  // a phone has no space for them beside the title
  const beside = isPhone ? [] : acts.filter(({ key }) => key === 'import');
  const further = acts.filter((act) => !beside.includes(act));
  return (
    <>
      {beside.map(({ key, label, run }) => (
        <Button key={key} onClick={run}>
          {label}
        </Button>
      ))}
      <Dropdown
        trigger={['click']}
        menu={{ items: further.map(({ key, label, run }) => ({ key, label, onClick: run })) }}
      >
        <Button icon={<MoreOutlined aria-hidden />} aria-label={text('staff_sheet.more_acts')} />
      </Dropdown>
      {open === 'import' && <StaffImport onClose={() => setOpen(null)} />}
      {open === 'past' && <PastImports onClose={() => setOpen(null)} />}
    </>
  );
}

function saidAlready(error: unknown): void {
  if (!isCallError(error)) throw error;
}
