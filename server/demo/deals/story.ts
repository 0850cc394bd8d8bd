import type { Random } from '#server/demo/random.ts';

/** A customer with its owner, and a product on the shelf, as the demo company has them. */
export interface Buyer {
  readonly customerId: number;
  readonly name: string;
  readonly ownerId: number;
  readonly contactsId: number | null;
}
export interface Ware {
  readonly productId: number;
  readonly name: string;
  readonly category: string;
  readonly unit: string;
  readonly price: number;
  readonly taxRate: number;
}

export interface SoldLine extends Ware {
  readonly num: number;
  readonly discount: number;
  /** In cents, so that nothing is lost. */
  readonly salesPrice: number;
  readonly subtotal: number;
}

/** One deal from its first talk: how it ended, what was agreed and what was paid. Days count back from today. */
export interface Deal {
  readonly key: string;
  readonly buyer: Buyer;
  readonly title: string;
  readonly begun: number;
  readonly lines: readonly SoldLine[];
  readonly total: number;
  /** 0 in progress, 1 won, 2 lost, 3 invalid. */
  readonly end: 0 | 1 | 2 | 3;
  /** The stage, from 0; of a lost one where it stood. */
  readonly stage: number;
  readonly closing: number;
  readonly ended: number | null;
}

const kinds = ['采购', '扩容', '更新换代', '年度框架', '二期', '试点', '续约'];
const most = 460;

/** A believable year: older deals have ended, half of them well; those of the last weeks are being talked about. */
export function dealsOf(random: Random, buyers: readonly Buyer[], wares: readonly Ware[]): readonly Deal[] {
  return Array.from({ length: most }, (_, at): Deal => {
    const buyer = random.pick(buyers);
    const lines = linesOf(random, wares);
    const begun = Math.floor(random.next() ** 1.3 * 350) + 3;
    const lasts = 12 + random.below(70);
    const isOver = begun > lasts;
    const luck = random.next();
    const end = !isOver ? 0 : luck < 0.52 ? 1 : luck < 0.86 ? 2 : luck < 0.91 ? 3 : 0;
    return {
      key: `demo-deal-${String(at).padStart(4, '0')}`,
      buyer,
      title: `${buyer.name.slice(0, 12)}${lines[0]?.category ?? ''}${random.pick(kinds)}`,
      begun,
      lines,
      total: lines.reduce((sum, { subtotal }) => sum + subtotal, 0),
      end,
      stage: end === 1 ? 2 : random.below(3),
      // some are late
      closing: begun - lasts,
      ended: end === 0 ? null : begun - lasts,
    };
  });
}

function linesOf(random: Random, wares: readonly Ware[]): SoldLine[] {
  const chosen = new Map<number, Ware>();
  for (let count = 1 + random.below(4); count > 0; count -= 1) {
    const ware = random.pick(wares);
    chosen.set(ware.productId, ware);
  }
  return [...chosen.values()].map((ware) => {
    const num =
      ware.price > 20_000 ? 1 + random.below(3) : ware.price > 2000 ? 1 + random.below(12) : 5 + random.below(60);
    const discount = random.next() < 0.45 ? 0 : 2 * (1 + random.below(7));
    const salesPrice = Math.round(ware.price * (100 - discount));
    return { ...ware, num, discount, salesPrice, subtotal: salesPrice * num };
  });
}

/** Cents as the database takes them. */
export const yuan = (cents: number): string => (cents / 100).toFixed(2);
