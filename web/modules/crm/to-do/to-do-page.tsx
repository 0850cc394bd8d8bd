import { useMemo } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useAddress } from '#web/lib/screen/address.ts';
import { useToDoCounts } from '#web/modules/crm/to-do/to-do-count.ts';
import { ToDoMenu } from '#web/modules/crm/to-do/to-do-menu.tsx';
import { toDoScreen, type ToDoPanel, type ToDoScreens } from '#web/modules/crm/to-do/to-do-screen.tsx';
import { offeredKinds, useToDoView } from '#web/modules/crm/to-do/to-do-state.ts';
import { RecordList } from '#web/record/list/record-list.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { toDoKinds, type ToDoKey } from '#shared/crm/to-do-calls.ts';
import styles from './to-do.module.css';

/** /crm/message: what waits for the reader, by kind (R20.5). */
export function ToDoPage({
  screens,
  panels,
}: {
  readonly screens: ToDoScreens;
  readonly panels: readonly ToDoPanel[];
}) {
  const text = useText();
  const counts = useToDoCounts();
  const [params] = useAddress();
  const asked = params.get('kind');
  // one that has been worked through stays open
  const panelsOf = (data: Readonly<Record<string, number>>) =>
    panels.filter(({ counter }) => data[counter] !== undefined || counter === asked);
  const isNothing = (data: Readonly<Record<string, number>>) =>
    offeredKinds(data).length === 0 && panelsOf(data).length === 0;
  return (
    <PageState query={counts} isEmpty={isNothing} emptyText={text('todo.none_allowed')}>
      {(data) => {
        const kinds = offeredKinds(data);
        const offered = panelsOf(data);
        const chosen = kinds.find((one) => one === asked);
        const panel = offered.find(({ counter }) => counter === asked) ?? (kinds.length === 0 ? offered[0] : undefined);
        const kind = chosen ?? kinds[0];
        return (
          <div className={styles['page']}>
            <ToDoMenu kinds={kinds} panels={offered} current={panel?.counter ?? kind ?? ''} counts={data} />
            {panel ? <panel.Panel /> : kind && <Waiting key={kind} kind={kind} screens={screens} />}
          </div>
        );
      }}
    </PageState>
  );
}

function Waiting({ kind, screens }: { readonly kind: ToDoKey; readonly screens: ToDoScreens }) {
  const { view } = useToDoView(kind);
  const { state, sub } = view;
  const base = screens[toDoKinds[kind].type.name];
  const screen = useMemo(() => toDoScreen(base, kind, { state, sub }), [base, kind, state, sub]);
  return <RecordList screen={screen} />;
}
