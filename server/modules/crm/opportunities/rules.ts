import { headingWords } from '#server/modules/crm/heading-words.ts';
import { fromBusiness, linkBusiness } from '#server/modules/crm/contacts/api.ts';
import { keptOfProducts } from '#server/modules/crm/deals/api.ts';
import { stageNeeds } from '#server/modules/crm/opportunities/stage-needs.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { RuleDraft, Rules, Values, WrittenRecord } from '#server/record/registry.ts';
import { storedRows } from '#server/record/rows/read.ts';
import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';

/** What is special about opportunities: stages that ask for fields, an amount that follows the products, linked contacts. */
export const opportunityRules: Rules = {
  headings: headingWords,
  lineValues: keptOfProducts,
  beforeSave: (_db, _actor, drafts) => drafts.map(moneyOf),
  transitions: {
    status_id: {
      enter: {
        guard: async (db, actor, rows, { to }) =>
          stageNeeds(
            db,
            actor,
            rows.map(({ id, title, row }) => ({ id, title, row, statusId: to })),
          ),
      },
    },
  },
  afterSave: async (db, actor, written) => {
    await requireFirstStage(db, actor, written);
    for (const { id, input } of written) {
      const contactsId = input?.['contactsId'];
      if (typeof contactsId === 'number') await linkBusiness(db, actor, fromBusiness([id], [contactsId]));
    }
  },
};

/** The amount is what the products come to, unless somebody typed another one. */
function moneyOf({ next, previous, lines }: RuleDraft): Values {
  const isTyped = same(next['money'], previous?.['money'] ?? null) === false;
  const followed =
    previous === null || isNone(previous['money']) || same(previous['money'], previous['total_price'] ?? null);
  return lines.length > 0 && !isTyped && followed ? { money: next['total_price'] ?? null } : {};
}

const isNone = (value: unknown): boolean => value === null || value === undefined || value === '';
const same = (one: unknown, other: unknown): boolean =>
  isNone(one) || isNone(other) ? isNone(one) && isNone(other) : Number(one) === Number(other);

/** A form that makes an opportunity fills what the stage requires that it begins in; sheets begin in the first one. */
async function requireFirstStage(db: Database, actor: Actor, written: readonly WrittenRecord[]): Promise<void> {
  const made = written.filter(({ previous, input }) => previous === null && input !== undefined);
  if (made.length === 0) return;
  const rows = await storedRows(
    db,
    opportunityType,
    made.map(({ id }) => id),
  );
  const wanted = rows.map((row) => ({
    id: Number(row[opportunityType.idColumn]),
    title: String(row[opportunityType.titleField]),
    row,
    statusId: Number(row['status_id']),
  }));
  const [refusal] = (await stageNeeds(db, actor, wanted)).values();
  if (refusal) throw refusal;
}
