import { dice } from '#server/testing/dice.ts';

interface Reply {
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}
type Ask = (path: string, body: Record<string, unknown>) => Promise<Reply>;

/** What the product has said is done. */
export interface DoneDeals {
  /** Contracts at full price, which are in force at once. */
  readonly contracts: { readonly contractId: number; readonly customerId: number; readonly name: string }[];
  readonly receivables: {
    readonly id: number;
    readonly recordId: number;
    readonly author: number;
    readonly number: string;
  }[];
  readonly passed: number[];
  readonly discarded: number[];
}

export const noDeals = (): DoneDeals => ({ contracts: [], receivables: [], passed: [], discarded: [] });

/** A salesperson who sells, takes money, passes what colleagues have taken and discards it, the same for each seed. */
export function moneyClient(
  ask: Ask,
  shared: DoneDeals,
  { productId, people, userId, seed }: { productId: number; people: readonly number[]; userId: number; seed: number },
) {
  const roll = dice(seed);
  const pick = <T>(from: readonly T[]): T | undefined => from[roll(from.length)];
  let made = 0;
  const named = (what: string): string => `${what}${seed}-${(made += 1)}`;
  /** The ids of what was saved; null if the product has refused it. */
  const save = async (path: string, entity: Record<string, unknown>, more: Record<string, unknown> = {}) => {
    const { code, data } = await ask(path, { entity, field: [], ...more });
    return code === 0 ? (data as Readonly<Record<string, number>>) : null;
  };
  const sell = async (): Promise<void> => {
    const customer = await save('CrmCustomer/addOrUpdate', { customer_name: named('customer ') });
    if (!customer) return;
    const [customerId = 0, name] = [customer['customerId'], named('contract ')];
    const product = [{ productId, num: String(roll(5) + 1), salesPrice: '100' }];
    const sold = await save('CrmContract/saveAndUpdate', { name, customer_id: customerId }, { product });
    if (sold) shared.contracts.push({ contractId: sold['contractId'] ?? 0, customerId, name });
  };
  const take = async (): Promise<void> => {
    const of = pick(shared.contracts);
    if (!of) return sell();
    const number = named('HK');
    const entity = { number, contract_id: of.contractId, customer_id: of.customerId, money: `${roll(90) + 1}.50` };
    const checkUserId = pick(people.filter((one) => one !== userId));
    const taken = await save('CrmReceivables/saveOrUpdate', entity, { checkUserId });
    const id = taken?.['receivablesId'];
    if (id === undefined) return;
    const { data } = await ask('CrmReceivables/queryById', { receivablesId: id });
    const recordId = Number((data as Readonly<Record<string, unknown>>)['examineRecordId']);
    shared.receivables.push({ id, recordId, author: userId, number });
  };
  const pass = async (): Promise<void> => {
    const one = pick(shared.receivables);
    if (!one) return;
    const { code } = await ask('examineRecord/auditExamine', { recordId: one.recordId, status: 1, remarks: '' });
    if (code === 0) shared.passed.push(one.id);
  };
  const discard = async (): Promise<void> => {
    const id = pick(shared.passed);
    if (id === undefined) return;
    const { code } = await ask('CrmReceivables/receivablesDiscard', { receivablesId: id });
    if (code === 0) shared.discarded.push(id);
  };
  const acts = [sell, take, take, take, pass, pass, pass, pass, discard];
  return { act: (): Promise<void> => (pick(acts) ?? sell)() };
}
