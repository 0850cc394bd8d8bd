import { Versions } from '#web/modules/crm/contract-versions.tsx';
import type { PanelProps } from '#web/record/record-screen.ts';

/** The versions of a contract, and of the one that an order changes. */
export function VersionsPanel({ id, record }: PanelProps) {
  const changed = Number(record['changesId'] ?? 0);
  return <Versions contractId={changed > 0 ? changed : id} />;
}
