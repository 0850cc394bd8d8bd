import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useMay } from '#web/lib/session/session.ts';
import { useShortcut, type ShortcutKey } from '#web/lib/shortcuts.ts';
import { ActionButtons } from '#web/record/actions/action-buttons.tsx';
import styles from '#web/record/list/record-list.module.css';
import type { RecordScreen, RecordAction } from '#web/record/record-screen.ts';
import type { Row } from '#web/record/row.ts';

const mostButtons = 10;

/** What can be done with the selected records: floats above the list, whose filters stay. Escape clears the selection. */
export function BulkBar({
  screen,
  rows,
  acts,
  onStart,
  onExport,
  onClear,
}: {
  readonly screen: RecordScreen;
  readonly rows: readonly Row[];
  readonly acts: readonly RecordAction[];
  readonly onStart: (act: RecordAction) => void;
  readonly onExport: () => void;
  readonly onClear: () => void;
}) {
  const text = useText();
  const may = useMay();
  useShortcut('Escape', onClear);
  const { functions } = screen;
  const label = text('list.selected', { count: rows.length });
  return (
    <div className={styles['selected']} role="toolbar" aria-label={label}>
      <strong>{label}</strong>
      <ActionButtons acts={acts} most={mostButtons} onStart={onStart} />
      {acts.map((act) => act.shortcut && <ActKey key={act.key} signs={act.shortcut} onPress={() => onStart(act)} />)}
      {functions.export !== null && may(functions.export) && (
        <Button onClick={onExport}>{text('list.export_selected')}</Button>
      )}
      <Button icon={<CloseOutlined aria-hidden />} aria-label={text('action.cancel')} onClick={onClear} />
    </div>
  );
}

/** The key of an action, as long as it is offered. */
function ActKey({ signs, onPress }: { readonly signs: ShortcutKey; readonly onPress: () => void }) {
  useShortcut(signs, onPress);
  return null;
}
