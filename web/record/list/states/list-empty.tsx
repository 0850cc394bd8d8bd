import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/list/states/list-empty.module.css';
import { nounOf, wordOf, type RecordScreen } from '#web/record/record-screen.ts';
import { EmptyState } from '#web/ui/states/empty-state.tsx';

interface EmptyProps {
  readonly screen: RecordScreen;
  readonly search: string;
  /** Conditions are set. */
  readonly isFiltered: boolean;
  readonly mayCreate: boolean;
  readonly onClear: () => void;
  /** Opens the form of a new record, with its name if one is known. */
  readonly onCreate: (name: string) => void;
}

/** Why a list is empty, and what can be done about it: what was searched for in vain can be created. */
export function ListEmpty({ screen, search, isFiltered, mayCreate, onClear, onCreate }: EmptyProps) {
  const text = useText();
  const noun = text(nounOf(screen));
  const isNarrowed = isFiltered || search !== '';
  const why =
    search !== ''
      ? text('list.no_match_search', { search, noun })
      : text(isFiltered ? 'list.no_match' : 'list.none', { noun });
  if (screen.Empty && !isNarrowed)
    return (
      <div className={styles['empty']}>
        <screen.Empty />
      </div>
    );
  return (
    <div className={styles['empty']}>
      <EmptyState
        why={isNarrowed && search === '' ? `${why}${text('list.try_clear')}` : why}
        action={
          <div className={styles['acts']}>
            {isNarrowed && <Button onClick={onClear}>{text('filter.clear')}</Button>}
            {mayCreate && (
              <Button
                type={isNarrowed ? 'text' : 'primary'}
                icon={<PlusOutlined aria-hidden />}
                onClick={() => onCreate(search)}
              >
                {search === '' ? text(wordOf(screen, 'new')) : text('list.create_named', { name: search })}
              </Button>
            )}
          </div>
        }
      />
    </div>
  );
}
