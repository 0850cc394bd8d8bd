import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useMay } from '#web/lib/session/session.ts';
import { recordPages } from '#web/modules/crm/record-pages.ts';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { toDoKinds, type ToDoKey } from '#shared/crm/to-do-calls.ts';
import { StartFollowUps } from '#web/modules/crm/start-follow-ups.tsx';
import { useToDoView } from '#web/modules/crm/to-do/to-do-state.ts';

interface EmptyProps {
  readonly kind: ToDoKey;
}

/** Nothing waits: what can be done instead, those that are late first. */
export function ToDoEmpty({ kind }: EmptyProps) {
  const text = useText();
  const may = useMay();
  const navigate = useNavigate();
  const { type } = toDoKinds[kind];
  const { view } = useToDoView(kind);
  const path = recordPages.find((page) => page.type.code === type.code)?.path;
  const go = (to: string) => () => void navigate(to);
  return (
    <EmptyState
      why={text('todo.nothing_hint')}
      action={
        <span>
          {kind === 'todayCustomer' && view.state === 1 && <StartFollowUps />}{' '}
          {path !== undefined && may(permissionOf(type, 'save')) && (
            <Button onClick={go(`${path}?create=1`)}>{text(`${type.name}.new` as MessageKey)}</Button>
          )}{' '}
          {path !== undefined && <Button onClick={go(path)}>{text('workbench.all')}</Button>}
        </span>
      }
    />
  );
}
