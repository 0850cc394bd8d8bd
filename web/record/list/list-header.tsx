import { DownloadOutlined, PlusOutlined, UploadOutlined } from '@ant-design/icons';
import { Button, Dropdown, type MenuProps } from 'antd';
import { download } from '#web/lib/http/client.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useMay } from '#web/lib/session/session.ts';
import { queryOf, type ListState } from '#web/record/list/list-state.ts';
import styles from '#web/record/list/record-list.module.css';
import { wordOf, type RecordScreen } from '#web/record/record-screen.ts';

interface HeaderProps {
  readonly screen: RecordScreen;
  readonly state: ListState;
  readonly onCreate: () => void;
  readonly onImport: () => void;
  /** Further functions of the page, in the 更多 menu. */
  readonly more: NonNullable<MenuProps['items']>;
}

/** The name of a list and its general functions. */
export function ListHeader({ screen, state, onCreate, onImport, more }: HeaderProps) {
  const text = useText();
  const may = useMay();
  const { functions, calls } = screen;
  const allowed = (name: keyof RecordScreen['functions']) => functions[name] !== null && may(functions[name]);
  return (
    <header className={styles['bar']}>
      <h1>{text(wordOf(screen, 'list'))}</h1>
      <div className={styles['acts']}>
        {more.length > 0 && (
          <Dropdown trigger={['click']} menu={{ items: more }}>
            <Button>{text('list.more')}</Button>
          </Dropdown>
        )}
        {allowed('import') && (
          <Button icon={<UploadOutlined aria-hidden />} onClick={onImport}>
            {text('list.import')}
          </Button>
        )}
        {allowed('export') && (
          <Button
            icon={<DownloadOutlined aria-hidden />}
            onClick={() => void download(calls.exportAll, queryOf(state)).catch(() => undefined)}
          >
            {text('list.export')}
          </Button>
        )}
        {allowed('create') && (
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={onCreate}>
            {text(wordOf(screen, 'new'))}
          </Button>
        )}
      </div>
    </header>
  );
}
