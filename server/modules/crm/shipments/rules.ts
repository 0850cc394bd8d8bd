import { headingWords } from '#server/modules/crm/heading-words.ts';
import { keptOfProducts } from '#server/modules/crm/deals/api.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Rules } from '#server/record/registry.ts';
import { storedRows } from '#server/record/rows/read.ts';
import { shipmentType } from '#shared/crm/shipments/shipment-type.ts';
import { derivedOf } from './derived.ts';
import { requireSold } from './goods.ts';

/** What is special about shipments: whom they go to, and that they never take more than was sold. */
export const shipmentRules: Rules = {
  headings: headingWords,
  beforeSave: derivedOf,
  lineValues: async (db, actor, lines) =>
    (await keptOfProducts(db, actor, lines)).map(({ name = null, unit = null }) => ({ name, unit })),
  afterSave: (db, actor, written) =>
    requireSold(
      db,
      actor,
      written.map(({ next }) => Number(next['contract_id'])),
    ),
  // what was void takes its goods again
  afterUndo: takeAgain,
};

async function takeAgain(db: Database, ids: readonly number[]): Promise<void> {
  const rows = await storedRows(db, shipmentType, ids);
  await requireSold(
    db,
    null,
    rows.map((row) => Number(row['contract_id'])),
  );
}
