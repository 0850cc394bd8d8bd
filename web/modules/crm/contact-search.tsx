import { UserOutlined } from '@ant-design/icons';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, Input, type InputRef } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { call } from '#web/lib/http/client.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { isNearEnd } from '#web/lib/screen/near-end.ts';
import { useDebounced } from '#web/lib/debounced.ts';
import { useShortcut } from '#web/lib/shortcuts.ts';
import { mobileOf } from '#web/record/cells/phone-numbers.ts';
import { usePickables, useScreenOf } from '#web/record/picker/pickable.ts';
import type { PickedRecord } from '#web/record/picker/picked.ts';
import { childrenOf, type ParentRecord } from '#web/record/picker/parent-record.ts';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { Popup } from '#web/ui/popup.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { idOf } from '#web/record/row.ts';
import { contactsType } from '#shared/crm/contacts-type.ts';
import styles from './contact-search.module.css';
import { textLimit } from '#shared/text/text-limit.ts';

/** Contacts of a page (R24.6). */
const perPage = 15;

interface ContactSearchProps {
  /** The record whose contacts are listed before a search; a search finds contacts of other records too. */
  readonly parent: ParentRecord | null;
  readonly onPick: (contact: PickedRecord) => void;
}

/** A button that finds contacts by name or mobile (R24.6). */
export function ContactSearch({ parent, onPick }: ContactSearchProps) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const screen = useScreenOf(usePickables().find(({ code }) => code === contactsType.code)).data;
  if (!screen) return null;
  return (
    <Popup
      isOpen={isOpen}
      onOpenChange={setOpen}
      title={text('picker.contacts')}
      placement="bottomLeft"
      content={
        <Found
          screen={screen}
          parent={parent}
          onClose={() => setOpen(false)}
          onPick={(contact) => {
            setOpen(false);
            onPick(contact);
          }}
        />
      }
    >
      <Button
        type="text"
        icon={<UserOutlined aria-hidden />}
        title={text('picker.contacts')}
        aria-label={text('picker.contacts')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
      />
    </Popup>
  );
}

interface FoundProps extends ContactSearchProps {
  readonly screen: RecordScreen;
  readonly onClose: () => void;
}

function Found({ screen, parent, onClose, onPick }: FoundProps) {
  const text = useText();
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim());
  const input = useRef<InputRef>(null);
  useEffect(() => input.current?.focus({ preventScroll: true }), []);
  useShortcut('Escape', onClose, { whileTyping: true, inDialog: true });
  const own = parent && search === '' ? { data: [childrenOf(parent)] } : {};
  const query = { type: screen.code, limit: perPage, search, ...own };
  const pages = useInfiniteQuery({
    queryKey: [screen.calls.list.path, 'contact-search', query],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => call(screen.calls.list, { ...query, page: pageParam }, { quiet: true, signal }),
    getNextPageParam: ({ nextCursor }, all) => (nextCursor === null ? undefined : all.length + 1),
  });
  return (
    <div role="dialog" aria-label={text('picker.contacts')} className={styles['popover']}>
      <Input
        ref={input}
        type="search"
        allowClear
        maxLength={textLimit}
        aria-label={text('picker.search_contacts')}
        placeholder={text('picker.search_contacts')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <PageState query={pages} isEmpty={(data) => data.pages[0]?.list.length === 0}>
        {(data) => (
          <ul
            className={styles['found']}
            onScroll={({ currentTarget }) => {
              if (isNearEnd(currentTarget) && pages.hasNextPage && !pages.isFetching) void pages.fetchNextPage();
            }}
          >
            {data.pages
              .flatMap(({ list }) => list)
              .map((row) => {
                const contact = { id: idOf(screen.type, row), name: String(row['name'] ?? ''), row };
                return (
                  <li key={contact.id}>
                    <button type="button" onClick={() => onPick(contact)}>
                      <span>
                        {contact.name}
                        <small>{String(row['customerName'] ?? '')}</small>
                      </span>
                      <span>{mobileOf(row)}</span>
                    </button>
                  </li>
                );
              })}
            {!pages.hasNextPage && <li className={styles['end']}>{text('picker.no_more')}</li>}
          </ul>
        )}
      </PageState>
    </div>
  );
}
