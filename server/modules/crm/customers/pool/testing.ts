import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { callProduct, type ProductAnswer } from '#server/testing/process.ts';
import type { Entry } from '#server/testing/journal.ts';

export interface CrowdOptions {
  readonly url: string;
  /** One client per entry. */
  readonly clients: readonly { readonly userId: number; readonly token: string }[];
  /** Customers of the pool; every client claims each of them. */
  readonly pooled: readonly number[];
}

export interface Claimed {
  readonly customerId: number;
  readonly userId: number;
}

export interface Crowd {
  readonly saved: () => readonly Entry[];
  readonly claimed: () => readonly Claimed[];
  /** Calls that ended without an answer and were repeated. */
  readonly brokenOff: () => number;
  /** Resolves after `count` further saves have been acknowledged. */
  readonly progress: (count: number) => Promise<void>;
  /** Every client completes its round first; rejects with the first fault of a client. */
  readonly stop: () => Promise<void>;
}

const patience = 60_000; // milliseconds

/**
 * Clients that list, save and claim without a pause. Any unexpected answer is a fault; a call without an answer is
 * repeated with its key, and so takes effect once.
 */
export function startCrowd({ url, clients, pooled }: CrowdOptions): Crowd {
  const saved: Entry[] = [];
  const claimed: Claimed[] = [];
  let brokenOff = 0;
  let isStopping = false;
  let failure: unknown = null;

  const insist = async (path: string, body: Record<string, unknown>, token: string, codes: readonly number[]) => {
    const key = randomUUID();
    for (const began = Date.now(); ; await sleep(20)) {
      const answer = await callProduct(url, path, body, { token, key }).catch(() => null);
      if (answer && codes.includes(answer.code)) return answer;
      if (answer) throw new Error(`${path}: ${answer.status} ${answer.code} ${answer.msg}`);
      brokenOff += 1;
      if (Date.now() - began > patience) throw new Error(`${path}: no answer in time`);
    }
  };
  const save = async (token: string) => {
    const name = `群客 ${randomUUID()}`;
    const { data } = await insist('CrmCustomer/addOrUpdate', { entity: { customerName: name }, field: [] }, token, [0]);
    saved.push({ kind: 'record', id: (data as { customerId: number }).customerId, name, key: '' });
  };
  const claim = async (customerId: number, { userId, token }: CrowdOptions['clients'][number]) => {
    // 404: another client was faster
    const { code, data } = await insist('CrmCustomer/receiveByIds', { ids: customerId }, token, [0, 404]);
    if (code === 0 && (data as { count: number }).count === 1) claimed.push({ customerId, userId });
  };
  const list = (token: string): Promise<ProductAnswer> =>
    insist('CrmCustomer/queryPageList', { limit: 15 }, token, [0]);

  const run = async (client: CrowdOptions['clients'][number]) => {
    for (let turn = 0; !isStopping; turn += 1) {
      await list(client.token);
      await save(client.token);
      const customerId = pooled[turn];
      if (customerId !== undefined) await claim(customerId, client);
    }
  };
  const running = Promise.all(clients.map(run)).catch((error: unknown) => {
    isStopping = true;
    failure ??= error;
  });

  return {
    saved: () => saved,
    claimed: () => claimed,
    brokenOff: () => brokenOff,
    progress: async (more) => {
      const goal = saved.length + more;
      for (const began = Date.now(); saved.length < goal; await sleep(5)) {
        if (failure) throw failure;
        if (Date.now() - began > patience) throw new Error('the crowd stands still');
      }
    },
    stop: async () => {
      isStopping = true;
      await running;
      if (failure) throw failure;
    },
  };
}
