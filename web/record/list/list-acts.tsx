import { DownloadOutlined, EllipsisOutlined, PlusOutlined, UploadOutlined } from '@ant-design/icons';
import { Button, Dropdown, type MenuProps } from 'antd';
import { memo } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useMay } from '#web/lib/session/session.ts';
import { wordOf, type RecordScreen } from '#web/record/record-screen.ts';

interface ActsProps {
  readonly screen: RecordScreen;
  /** Creating is a button, all else is in the menu. */
  readonly isNarrow: boolean;
  readonly onCreate: () => void;
  readonly onImport: () => void;
  readonly onExport: () => void;
  /** Further functions of the page, in the 更多 menu. */
  readonly more: NonNullable<MenuProps['items']>;
}

/** What can be done with a list as a whole. */
export const ListActs = memo(function ListActs({ screen, isNarrow, onCreate, onImport, onExport, more }: ActsProps) {
  const text = useText();
  const may = useMay();
  const { functions } = screen;
  const allowed = (name: keyof RecordScreen['functions']) => functions[name] !== null && may(functions[name]);
  const sheets = [
    ...(allowed('import')
      ? [{ key: 'import', label: text('list.import'), icon: <UploadOutlined aria-hidden />, onClick: onImport }]
      : []),
    ...(allowed('export')
      ? [{ key: 'export', label: text('list.export'), icon: <DownloadOutlined aria-hidden />, onClick: onExport }]
      : []),
  ];
  const inMenu = isNarrow ? [...sheets, ...more] : more;
  return (
    <>
      {!isNarrow &&
        sheets.map(({ key, label, icon, onClick }) => (
          <Button key={key} type="text" icon={icon} onClick={onClick}>
            {label}
          </Button>
        ))}
      {inMenu.length > 0 && (
        <Dropdown trigger={['click']} menu={{ items: inMenu }}>
          <Button type="text" icon={<EllipsisOutlined aria-hidden />} aria-label={text('list.more')} />
        </Dropdown>
      )}
      {allowed('create') && (
        <Button
          type="primary"
          icon={<PlusOutlined aria-hidden />}
          aria-label={text(wordOf(screen, 'new'))}
          onClick={onCreate}
        >
          {!isNarrow && text(wordOf(screen, 'new'))}
        </Button>
      )}
    </>
  );
});
