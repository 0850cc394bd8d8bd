import { dealer, type Act, type AskAs, type DealPerson, type Deals } from './dealer.ts';
import { goodsActs } from './goods-acts.ts';
import { payingActs } from './paying-acts.ts';
import { sellingActs } from './selling-acts.ts';

const acts: Readonly<Record<string, readonly [number, Act]>> = { ...sellingActs, ...payingActs, ...goodsActs };
/** Everything that clients do. */
export const actNames = Object.keys(acts);

/** A client that does to deals all that can be done to them, the same for each seed; what is `due` it does first. */
export function dealClient(
  askAs: AskAs,
  shared: Deals,
  people: readonly DealPerson[],
  { seed, due }: { readonly seed: number; readonly due: readonly string[] },
) {
  const ahead = [...due];
  const on = dealer(askAs, shared, people, seed);
  const turns = Object.entries(acts).flatMap(([name, [weight]]) => Array.from({ length: weight }, () => name));
  return {
    act: async (): Promise<void> => {
      on.turn();
      const name = shared.contracts.length < 6 ? 'contract' : (ahead.shift() ?? on.pick(turns) ?? 'contract');
      await acts[name]?.[1](on);
      shared.done.set(name, (shared.done.get(name) ?? 0) + 1);
    },
  };
}
