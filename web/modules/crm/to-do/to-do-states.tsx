import { Segmented, Select } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useToDoView } from '#web/modules/crm/to-do/to-do-state.ts';
import { toDoKinds, whose, type ToDoKey } from '#shared/crm/to-do-calls.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import styles from './to-do.module.css';

/** The states of a kind, and the owner choice, above its list. */
export function ToDoStates({ kind }: { readonly kind: ToDoKey }) {
  const text = useText();
  const { view, change } = useToDoView(kind);
  const { states, hasSub } = toDoKinds[kind];
  return (
    <div className={styles['states']}>
      {states > 0 && (
        <Segmented
          aria-label={text('todo.states')}
          value={view.state}
          options={Array.from({ length: states }, (_, at) => ({
            value: at + 1,
            label: text(`todo.${kind}.${at + 1}` as MessageKey),
          }))}
          onChange={(state) => change({ state })}
        />
      )}
      {hasSub && (
        <Select
          aria-label={text('todo.whose')}
          value={view.sub}
          popupMatchSelectWidth={false}
          options={[
            { value: whose.mine, label: text('todo.mine') },
            { value: whose.subordinates, label: text('todo.subordinates') },
          ]}
          onChange={(sub) => change({ sub })}
        />
      )}
    </div>
  );
}
