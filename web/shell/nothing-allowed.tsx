import { useText } from '#web/lib/i18n/i18n.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** For somebody whose roles open no page yet. */
export function NothingAllowed() {
  const text = useText();
  return <EmptyState text={text('session.nothing_allowed')} />;
}
