import { useText } from '#web/lib/i18n/i18n.ts';
import type { Row } from '#web/record/row.ts';

const mostNames = 3;

/** The records of an action. */
export function ChosenRows({ rows }: { readonly rows: readonly Row[] }) {
  const text = useText();
  const names = rows.slice(0, mostNames).map((row) => String(row['name'] ?? ''));
  const more = rows.length > mostNames ? '…' : '';
  return (
    <p>{text('record_action.chosen', { count: rows.length, names: names.join(text('record_action.comma')) + more })}</p>
  );
}
