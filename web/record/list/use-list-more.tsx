import type { MenuProps } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { useMay } from '#web/lib/session/session.ts';
import { offeredKinds } from '#web/record/bulk-sheets/offered-kinds.ts';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { can } from '#shared/record/capabilities/capability.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';

const OperationsDialog = lazyOverlay(() => import('#web/record/actions/operations-dialog.tsx'), 'OperationsDialog');
const BulkSheetDialog = lazyOverlay(() => import('#web/record/bulk-sheets/bulk-sheet-dialog.tsx'), 'BulkSheetDialog');
const RecycleDialog = lazyOverlay(() => import('#web/record/recycle/recycle-dialog.tsx'), 'RecycleDialog');

/** Functions of a list in the 更多 menu, and their open dialog. */
export function useListMore(screen: RecordScreen): {
  readonly items: NonNullable<MenuProps['items']>;
  readonly dialog: ReactNode;
} {
  const text = useText();
  const may = useMay();
  const [open, setOpen] = useState<string | null>(null);
  const { sheets, type } = screen;
  const close = () => setOpen(null);
  const Further = screen.more.find(({ key, access }) => key === open && may(access))?.Dialog;
  const items = useMemo(() => {
    const item = (key: string, label: string) => ({ key, label, onClick: () => setOpen(key) });
    return [
      ...screen.more.filter(({ access }) => may(access)).map(({ key, label }) => item(key, text(label))),
      ...(sheets && offeredKinds(sheets, may).length > 0 ? [item('sheets', text('bulk_sheet.dialog.title'))] : []),
      ...(can(type, 'delete') && may(permissionOf(type, 'delete')) ? [item('recycle', text('recycle.title'))] : []),
      item('operations', text('undo.title')),
    ];
  }, [screen, sheets, type, may, text]);
  return {
    items,
    dialog: Further ? (
      <Further onClose={close} />
    ) : open === 'sheets' && sheets ? (
      <BulkSheetDialog calls={sheets} onClose={close} />
    ) : open === 'recycle' ? (
      <RecycleDialog screen={screen} onClose={close} />
    ) : open === 'operations' ? (
      <OperationsDialog onClose={close} />
    ) : null,
  };
}
