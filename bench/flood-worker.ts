import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/** What a flood is told, and what it reports: calls by the code of their answer, -1 for none. */
export interface FloodOrder {
  readonly port: number;
  readonly connections: number;
  /** Milliseconds. */
  readonly time: number;
  /** One token for all, or a new random one for each call. */
  readonly token: string | null;
}
export type FloodAnswers = Readonly<Record<string, number>>;

// a thread of its own, so that what the others wait for is the product and not the flood's own work
const order = workerData as FloodOrder;
const agent = new Agent({ keepAlive: true, maxSockets: order.connections });
const answers: Record<string, number> = {};
const end = performance.now() + order.time;

const ask = (token: string): Promise<string> =>
  new Promise((done) => {
    const headers = { 'admin-token': token, 'content-type': 'application/json', 'content-length': 2 };
    const call = request(
      { agent, host: '127.0.0.1', port: order.port, method: 'POST', path: '/CrmCustomer/queryPageList', headers },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => (text += part));
        answer.on('error', () => done('-1'));
        answer.on('end', () => done(/^\{"code":(\d+)/.exec(text)?.[1] ?? '-1'));
      },
    );
    call.on('error', () => done('-1'));
    call.end('{}');
  });

async function connection(): Promise<void> {
  while (performance.now() < end) {
    const code = await ask(order.token ?? randomBytes(32).toString('base64url'));
    answers[code] = (answers[code] ?? 0) + 1;
  }
}

await Promise.all(Array.from({ length: order.connections }, connection));
agent.destroy();
parentPort?.postMessage(answers);
