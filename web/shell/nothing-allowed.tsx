import { useText } from '#web/lib/i18n/i18n.ts';
import { EmptyState } from '#web/ui/states/empty-state.tsx';

/** For people whose roles open no page yet. */
export function NothingAllowed() {
  const text = useText();
  return (
    <>
      <h1 className="only-read">{text('shell.home')}</h1>
      <EmptyState text={text('session.nothing_allowed')} />
    </>
  );
}
