import { useText } from '#web/lib/i18n/i18n.ts';
import type { Chip } from '#web/record/cells/chip.ts';
import { StatusTag } from '#web/ui/status-tag.tsx';

/** What a row has to be looked at for. */
export function RowFlags({ flags }: { readonly flags: readonly Chip[] }) {
  const text = useText();
  return flags.map(({ label, params, tone }) => (
    <StatusTag key={label} tone={tone}>
      {text(label, params)}
    </StatusTag>
  ));
}
