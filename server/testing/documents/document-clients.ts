import { isReadable } from '#server/testing/company/readable.ts';
import type { Answer } from '#server/testing/company.ts';
import { dice } from '#server/testing/dice.ts';
import { documentType } from '#server/testing/fixtures/document.ts';

interface ReadDocument {
  readonly documentId: number;
  readonly version: number;
  readonly product: readonly { readonly lineId: number }[];
}

type Reply = Pick<Answer, 'code' | 'msg' | 'data'>;
type Ask = (path: string, body: Record<string, unknown>) => Promise<Reply>;

/** What clients of documents know together: the documents that were made, and acts that can be undone. */
interface Shared {
  readonly ids: number[];
  readonly operations: number[];
  titles: number;
}

export interface DocumentClient {
  /** Does one thing at random; answers what it was, and what the product said. */
  readonly act: () => Promise<{ readonly what: string; readonly answer: Reply }>;
}

export const sharedDocuments = (): Shared => ({ ids: [], operations: [], titles: 0 });

/** A client that does to documents all that can be done to them, the same for each seed; `owners` are who may get them. */
export function documentClient(ask: Ask, shared: Shared, owners: readonly number[], seed: number): DocumentClient {
  const roll = dice(seed);
  const pick = <T>(from: readonly T[]): T | undefined => from[roll(from.length)];
  const call = (action: string, body: Record<string, unknown>): Promise<Reply> =>
    ask(`${documentType.family}/${action}`, body);
  const amount = (): string => `${roll(3000)}.${roll(10)}${roll(10)}`;
  const newLine = () => ({
    product: `货品${roll(1000)}`,
    price: amount(),
    num: `${roll(99) + 1}.${roll(10)}`,
    ...(roll(3) === 0 ? { sales_price: amount() } : {}),
    ...(roll(5) === 0 ? { discount: String(roll(100)) } : {}),
  });
  const save = (entity: Record<string, unknown>, rest: Record<string, unknown> = {}): Promise<Reply> =>
    call('addOrUpdate', { entity, field: [], ...rest });
  const known = (): number => pick(shared.ids) ?? 0;
  const read = async (documentId: number): Promise<ReadDocument | null> => {
    const answer = await call('queryById', { documentId });
    return isReadable(answer) ? (answer.data as ReadDocument) : null;
  };

  const acts: Readonly<Record<string, () => Promise<Reply>>> = {
    create: async () => {
      const entity = { title: `文档${seed}-${(shared.titles += 1)}` };
      const made = await save(entity, { product: Array.from({ length: roll(6) }, newLine) });
      if (made.code === 0) shared.ids.push((made.data as ReadDocument).documentId);
      return made;
    },
    lines: async () => {
      const documentId = known();
      const document = await read(documentId);
      if (!document) return call('queryById', { documentId });
      const kept = document.product.filter(() => roll(6) > 0).toSorted(() => roll(3) - 1);
      const product = [
        ...kept.map(({ lineId }) => ({ lineId, ...(roll(2) === 0 ? { num: `${roll(50) + 1}` } : {}) })),
        ...Array.from({ length: roll(3) }, newLine),
      ];
      return save({ documentId }, { product, version: document.version });
    },
    money: () =>
      save(
        roll(2) === 0
          ? { documentId: known(), total_price: roll(4) === 0 ? '' : amount() }
          : { documentId: known(), discount_rate: String(roll(40)) },
      ),
    number: () => save({ documentId: known(), num: `HT-${roll(2) === 0 ? '手工' : '202611'}-${roll(400)}` }),
    field: () => call('updateFieldByIds', { ids: [known(), known()], fieldName: 'remark', value: `备注${roll(9)}` }),
    state: () =>
      call('changeState', {
        ids: [known()],
        column: 'status',
        transition: pick(Object.keys(documentType.states[0].transitions)),
      }),
    remove: () => call('deleteByIds', { documentIds: [known()] }),
    restore: () => call('restoreByIds', { documentIds: [known(), known()] }),
    transfer: () => call('transfer', { documentIds: [known()], newOwnerUserId: pick(owners) ?? 0, transferType: 1 }),
    merge: () => call('mergeFixtureDocument', { targetId: known(), ids: [known()] }),
    undo: () => ask('operation/undo', { operationId: pick(shared.operations) ?? 0 }),
  };
  /** How often each is done among the others. */
  const weights: Readonly<Record<string, number>> = { create: 6, lines: 14, money: 6, state: 5, undo: 5, restore: 5 };
  const turns = Object.keys(acts).flatMap((what) => Array.from({ length: weights[what] ?? 3 }, () => what));
  return {
    act: async () => {
      const what = shared.ids.length < 5 ? 'create' : (pick(turns) ?? 'create');
      const answer = await (acts[what] ?? acts['create'])?.();
      if (!answer) throw new Error(`nothing was done: ${what}`);
      const { operationId } =
        ((answer.code === 0 ? answer.data : null) as { operationId?: number | null } | null) ?? {};
      if (typeof operationId === 'number' && what !== 'undo') shared.operations.push(operationId);
      return { what, answer };
    },
  };
}
