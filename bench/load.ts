import { Agent, request } from 'node:http';

const usual = { rounds: 7, calls: 120, callers: 4 };
const agent = new Agent({ keepAlive: true, maxSockets: usual.callers });

/** Milliseconds and requests per second of one kind of call. */
export interface Timing {
  readonly perSecond: number;
  readonly p50: number;
  readonly p95: number;
}

/** The target: a port of this machine, a path, the login and the body. */
export interface Target {
  readonly port: number;
  readonly path: string;
  /** The login, or several used in turn. */
  readonly token: string | readonly string[];
  /** The same for each call, or created for each. */
  readonly body: string | (() => string);
}

/**
 * Calls each target in alternating rounds of one run, by default four callers at once; the first round only warms up. Other load
 * on the machine affects all of them alike, or one round of one of them: returns the medians of the rounds.
 */
export async function compare<Name extends string>(
  targets: Readonly<Record<Name, Target>>,
  /** Rounds and calls per round, fewer for targets that take a second. */
  { rounds, calls, callers }: { rounds: number; calls: number; callers?: number } = usual,
): Promise<Record<Name, Timing>> {
  const names = Object.keys(targets) as Name[];
  const taken = new Map(
    names.map((name) => [name, { halves: [] as number[], slowest: [] as number[], speeds: [] as number[] }]),
  );
  for (let at = 0; at <= rounds; at += 1) {
    for (const name of names) {
      const start = performance.now();
      const times = await round(targets[name], calls, callers);
      const seconds = (performance.now() - start) / 1000;
      if (at === 0) continue;
      taken.get(name)?.halves.push(quantile(times, 0.5));
      taken.get(name)?.slowest.push(quantile(times, 0.95));
      taken.get(name)?.speeds.push(times.length / seconds);
    }
  }
  return Object.fromEntries(
    [...taken].map(([name, { halves, slowest, speeds }]) => [
      name,
      { perSecond: quantile(speeds, 0.5), p50: quantile(halves, 0.5), p95: quantile(slowest, 0.5) },
    ]),
  ) as Record<Name, Timing>;
}

export const endCalls = (): void => agent.destroy();

const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
};

async function round(target: Target, calls: number, callers = usual.callers): Promise<number[]> {
  const times: number[] = [];
  let left = calls;
  const caller = async () => {
    while (left > 0) {
      left -= 1;
      times.push(await post(target));
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return times;
}

let turn = 0;

/** Milliseconds until the whole answer was there; an answer with a code other than 0 is no measurement. */
export function post({ port, path, token, body: given }: Target): Promise<number> {
  const body = typeof given === 'string' ? given : given();
  const start = performance.now();
  return new Promise((done, failed) => {
    const headers = {
      'content-type': 'application/json',
      'admin-token': typeof token === 'string' ? token : (token[(turn += 1) % token.length] ?? ''),
      'content-length': Buffer.byteLength(body),
    };
    const call = request({ agent, port, path, method: 'POST', headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () =>
        answer.statusCode === 200 && text.startsWith('{"code":0,')
          ? done(performance.now() - start)
          : failed(new Error(`${path} answered ${answer.statusCode} ${text.slice(0, 200)}`)),
      );
    });
    call.on('error', failed);
    call.end(body);
  });
}
