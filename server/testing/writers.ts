import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Journal } from '#server/testing/journal.ts';
import { callProduct, type ProductAnswer } from '#server/testing/process.ts';
import { camelCase } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';

export interface WritersOptions {
  readonly url: string;
  /** One writer for each. */
  readonly tokens: readonly string[];
  readonly journal: Journal;
  /** What they write beside files: records that need a title alone. */
  readonly type: RecordType;
  /** How long a write is tried before it counts as lost for good, in milliseconds. */
  readonly patience?: number;
}

export interface Writers {
  readonly acknowledged: () => number;
  /** Answers other than a success, by HTTP status and code, and requests without any answer (`none`). */
  readonly troubles: () => ReadonlyMap<string, number>;
  /** Resolves once `count` more writes are acknowledged than now. */
  readonly progress: (count: number) => Promise<void>;
  /** Every writer ends its write first; rejects when one could not. */
  readonly stop: () => Promise<void>;
}

/** What a client meets while the product is down: it asks again, and anything else is a fault of the product. */
const passing: ReadonlySet<number> = new Set([429, 503]);

/**
 * Clients that write without a pause: records, each with an idempotency key that is kept until the write is
 * acknowledged, and at every eighth write a file.
 */
export function startWriters({ url, tokens, journal, type, patience = 60_000 }: WritersOptions): Writers {
  const troubles = new Map<string, number>();
  const count = (trouble: string) => troubles.set(trouble, (troubles.get(trouble) ?? 0) + 1);
  let acknowledged = 0;
  let isStopping = false;
  let failure: unknown = null;

  /** Asks until there is an answer; null when the writers stop and the write may be given up. */
  const insist = async (what: string, ask: () => Promise<ProductAnswer>): Promise<ProductAnswer> => {
    for (const began = Date.now(); ; await sleep(20)) {
      const answer = await ask().catch(() => null);
      if (answer?.status === 200 && answer.code === 0) return answer;
      count(answer ? `${answer.status}/${answer.code}` : 'none');
      if (answer && !passing.has(answer.status))
        throw new Error(`${what}: ${answer.status} ${answer.code} ${answer.msg}`);
      if (Date.now() - began > patience)
        throw new Error(`${what}: not acknowledged in time (${JSON.stringify([...troubles])})`);
    }
  };

  const writeRecord = async (token: string) => {
    const key = randomUUID();
    const name = `记录 ${key}`;
    const body = { entity: { [camelCase(type.titleField)]: name }, field: [] };
    const answer = await insist(name, () => callProduct(url, `${type.family}/addOrUpdate`, body, { token, key }));
    journal.write({ kind: 'record', id: (answer.data as Record<string, number>)[type.idKey] ?? 0, name, key });
  };
  const writeFile = async (token: string) => {
    const content = Buffer.from(randomBytes(3_000).toString('hex'));
    const answer = await insist('file', () =>
      callProduct(url, 'file/upload', {}, { token, file: { name: '附件.txt', content } }),
    );
    const sha256 = createHash('sha256').update(content).digest('hex');
    journal.write({ kind: 'file', id: Number(answer.body['fileId']), sha256 });
  };
  const run = async (token: string) => {
    for (let turn = 1; !isStopping; turn += 1) {
      await (turn % 8 === 0 ? writeFile : writeRecord)(token);
      acknowledged += 1;
    }
  };
  const running = Promise.all(tokens.map(run)).catch((error: unknown) => {
    isStopping = true;
    failure ??= error;
  });

  return {
    acknowledged: () => acknowledged,
    troubles: () => troubles,
    progress: async (more) => {
      const goal = acknowledged + more;
      for (const began = Date.now(); acknowledged < goal; await sleep(5)) {
        if (failure) throw failure;
        if (Date.now() - began > patience) throw new Error(`no progress: ${JSON.stringify([...troubles])}`);
      }
    },
    stop: async () => {
      isStopping = true;
      await running;
      if (failure) throw failure;
    },
  };
}
