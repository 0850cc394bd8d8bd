import { useQuery } from '@tanstack/react-query';
import { Mentions } from 'antd';
import { useState, type KeyboardEvent, type RefObject } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { useDebounced } from '#web/lib/debounced.ts';
import styles from '#web/record/follow-up/follow-up.module.css';
import { mentionCalls, type Mentionable } from '#shared/record/calls/mention-calls.ts';

interface Offered {
  readonly person: Mentionable;
}

interface TextBoxProps {
  readonly value: string;
  /** Wire name and id of the record: people who may read it can be mentioned. */
  readonly types: string;
  readonly recordId: number;
  readonly box: RefObject<HTMLDivElement | null>;
  /** Its name and what it says while it is empty; by default those of a follow-up. */
  readonly words?: { readonly label: string; readonly hint: string };
  readonly onChange: (value: string) => void;
  readonly onMention: (person: Mentionable) => void;
  readonly onPublish: () => void;
}

/** The text of a follow-up: `@` offers colleagues, Ctrl+Enter publishes. */
export function TextBox({ value, types, recordId, box, words, onChange, onMention, onPublish }: TextBoxProps) {
  const text = useText();
  const isPhone = useIsPhone();
  const [asked, setAsked] = useState<string | null>(null);
  const search = useDebounced(asked ?? '');
  const people = useQuery({
    ...callQuery(mentionCalls.candidates, { actionId: recordId, types, search }),
    enabled: asked !== null,
  });
  const offered: readonly Mentionable[] = asked === search ? (people.data ?? []) : [];
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onPublish();
  };
  return (
    <div ref={box} role="presentation" className={styles['box']} onKeyDown={handleKeyDown}>
      <Mentions
        variant="borderless"
        autoSize={{ minRows: 2, maxRows: 12 }}
        value={value}
        maxLength={1000}
        placeholder={words?.hint ?? text(isPhone ? 'detail.write_follow_up' : 'follow_up.hint')}
        aria-label={words?.label ?? text('detail.write_follow_up')}
        loading={asked !== null && (people.isFetching || asked !== search)}
        filterOption={false}
        options={offered.map((person) => ({
          key: String(person.userId),
          person,
          value: person.realname,
          label: (
            <span className={styles['person']}>
              {person.realname}
              <span>{person.deptName}</span>
            </span>
          ),
        }))}
        notFoundContent={text('state.empty')}
        onChange={onChange}
        onSearch={(typed) => setAsked(typed)}
        // the component passes the option back under its own key
        onSelect={(option) => onMention((option as Offered).person)}
      />
    </div>
  );
}
