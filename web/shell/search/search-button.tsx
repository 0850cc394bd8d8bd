import { SearchOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { useMay } from '#web/lib/session/session.ts';
import { useShortcut } from '#web/lib/shortcuts.ts';
import type { Page } from '#web/modules/page.ts';
import { recordPages } from '#web/modules/crm/record-pages.ts';
import styles from '#web/shell/header.module.css';
import { permissionOf } from '#shared/record/calls/record-calls.ts';

const SearchDialog = lazyOverlay(() => import('#web/shell/search/search-dialog.tsx'), 'SearchDialog');

const searched = recordPages.map(({ type }) => permissionOf(type, 'index'));

/** Opens the global search, as `/` and Ctrl+K do; absent for people with nothing to search. */
export function SearchButton({ allowed, isWide }: { readonly allowed: readonly Page[]; readonly isWide: boolean }) {
  const text = useText();
  const may = useMay();
  /** Null while closed. Kept here, as people type before the dialog is there to take it. */
  const [typed, setTyped] = useState<string | null>(null);
  const isOpen = typed !== null;
  const open = () => setTyped('');
  const maySearch = searched.some((permission) => may(permission));
  const isOffered = maySearch || allowed.some(({ area }) => area === 'manage');
  useShortcut('/', open, { isOn: isOffered && !isOpen });
  useShortcut('Control+k', open, { isOn: isOffered && !isOpen, whileTyping: true });
  useShortcut('Type', ({ key }) => setTyped((before) => (before ?? '') + key), { isOn: isOpen, inDialog: true });
  if (!isOffered) return null;
  return (
    <>
      {isWide ? (
        <button type="button" className={styles['find']} onClick={open}>
          <SearchOutlined aria-hidden />
          <span>{text('search.placeholder')}</span>
          <kbd aria-hidden>/</kbd>
        </button>
      ) : (
        <Button
          type="text"
          icon={<SearchOutlined aria-hidden />}
          aria-label={text('shell.search_hint')}
          onClick={open}
        />
      )}
      {typed !== null && (
        <SearchDialog
          maySearch={maySearch}
          allowed={allowed}
          typed={typed}
          onTyped={setTyped}
          onClose={() => setTyped(null)}
        />
      )}
    </>
  );
}
