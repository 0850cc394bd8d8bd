import { useEffect, useRef } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import type { FoundGroup, FoundOption, Marked } from '#web/shell/search/found.ts';
import styles from '#web/shell/search/search.module.css';
import type { MessageKey } from '#shared/i18n/translate.ts';

interface ResultsProps {
  readonly groups: readonly FoundGroup[];
  /** Index of the option that Enter opens, across all groups. */
  readonly active: number;
  readonly onPoint: (index: number) => void;
  readonly onOpen: (index: number) => void;
}

/** Matches by type; the caret stays in the box above. */
export function Results({ groups, active, onPoint, onOpen }: ResultsProps) {
  const text = useText();
  const starts = groups.map((_, at) => groups.slice(0, at).reduce((sum, group) => sum + group.options.length, 0));
  return (
    <div id="search-results" role="listbox" aria-label={text('search.results')} className={styles['results']}>
      {groups.map(({ title, options }, group) => (
        <div key={title} role="group" aria-label={text(title)}>
          <div className={styles['group']} aria-hidden>
            {text(title)}
          </div>
          {options.map((option, place) => {
            const index = (starts[group] ?? 0) + place;
            return (
              <Option
                key={`${option.types}/${option.id}`}
                option={option}
                index={index}
                isActive={index === active}
                showsType={title === 'search.recent'}
                onPoint={onPoint}
                onOpen={onOpen}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

interface OptionProps extends Pick<ResultsProps, 'onPoint' | 'onOpen'> {
  readonly option: FoundOption;
  readonly index: number;
  readonly isActive: boolean;
  readonly showsType: boolean;
}

function Option({ option, index, isActive, showsType, onPoint, onOpen }: OptionProps) {
  const text = useText();
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    <div
      ref={row}
      id={`search-result-${index}`}
      role="option"
      // selected with the keys of the box, which keeps the focus
      tabIndex={-1}
      aria-selected={isActive}
      className={styles['option']}
      onMouseMove={() => !isActive && onPoint(index)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onOpen(index)}
      onKeyDown={(event) => event.key === 'Enter' && onOpen(index)}
    >
      <span className={styles['name']}>
        <Marks parts={option.name} />
      </span>
      <span className={styles['hint']}>
        {showsType ? text(option.types as MessageKey) : <Marks parts={option.hint} />}
      </span>
      <span className={styles['owner']}>{option.owner}</span>
    </div>
  );
}

const Marks = ({ parts }: { readonly parts: Marked }) =>
  parts.map(({ text, isFound }, index) => (isFound ? <mark key={index}>{text}</mark> : text));
