import { hashKey, type Query, type QueryClient } from '@tanstack/react-query';
import { isCallError } from '#web/lib/http/call-error.ts';

interface KeptAnswer {
  readonly key: readonly unknown[];
  readonly data: unknown;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface Keeping {
  readonly userId: number;
  /** The program and language that they were given to: another one may read them differently. */
  readonly version: string;
  /** Which calls are kept: what pages paint first. */
  readonly isKept: (path: string) => boolean;
  /** Whether this login is still that of the browser: nothing is written after a logout. */
  readonly isCurrent: () => boolean;
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
}

const storageKey = 'last-answers';
/** An answer is shown for at most this long, in milliseconds. */
const longest = 86_400_000;
/** Characters in all, and of one answer: a browser grants some five million to a site. */
const most = 600_000;
const mostOfOne = 200_000;
const mostAnswers = 60;
/**
 * Milliseconds from the last answer until they are written, when the page rests: half a megabyte at once would hold up who
 * types. Who leaves before has them written by that.
 */
const pause = 3000;
/** The age of what is shown from the last visit: older than fresh, so that it is asked for again when it is shown. */
const stale = 1;

/**
 * The last answers of a person: shown at once at the next visit, and then asked for again. What the server refuses by
 * then is shown no longer.
 */
export function openKeptAnswers(keeping: Keeping) {
  const { isCurrent, isKept, storage } = keeping;
  const answers = new Map<string, KeptAnswer>();
  /** Those of the last visit that have not been asked for again. */
  const earlier = new Set<string>();

  /** Puts them where queries find them; done again it changes nothing. */
  const restore = (client: QueryClient): void => {
    for (const answer of readKept(keeping, Date.now())) {
      if ((client.getQueryState(answer.key)?.dataUpdatedAt ?? 0) > stale) continue;
      const hash = hashKey(answer.key);
      answers.set(hash, answer);
      earlier.add(hash);
      client.setQueryData(answer.key, answer.data, { updatedAt: stale });
    }
  };

  /** At once, as when the page is left. */
  const write = () => {
    if (!isCurrent()) return;
    try {
      storage.setItem(storageKey, keptText(keeping, answers));
    } catch {
      // where there is no space nothing is kept, which costs a moment at the next visit
      storage.removeItem(storageKey);
    }
  };

  /** Keeps what is answered from now on; returns a function that stops it. */
  const watch = (client: QueryClient): (() => void) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      clearTimeout(timer);
      if (timer !== undefined) write();
      timer = undefined;
    };
    const flushAtRest = () => {
      if ('requestIdleCallback' in globalThis) requestIdleCallback(flush, { timeout: pause });
      else flush();
    };
    const note = (query: Query) => {
      const { queryHash: hash, queryKey: key, state } = query;
      if (isRefused(query)) {
        answers.delete(hash);
        // the refusal is shown in its place
        if (earlier.delete(hash)) query.setState({ data: undefined, dataUpdatedAt: 0 });
      } else if (state.status === 'success' && state.dataUpdatedAt > stale) {
        earlier.delete(hash);
        answers.set(hash, { key, data: state.data, at: state.dataUpdatedAt });
      }
      clearTimeout(timer);
      timer = setTimeout(flushAtRest, pause);
    };
    const noteKept = (query: Query) => {
      if (isKept(pathOf(query.queryKey)) && !isSearched(query.queryKey)) note(query);
    };
    const cache = client.getQueryCache();
    const stop = cache.subscribe(({ type, query }) => {
      if (type === 'updated') noteKept(query);
    });
    // the first calls of a page may have been answered before it was rendered
    for (const query of cache.getAll()) if (query.state.status !== 'pending') noteKept(query);
    return () => {
      stop();
      flush();
    };
  };
  return { restore, watch, write };
}

/** What was kept for this person by this program in the last day; stored text is untrusted. */
function readKept({ userId, version, isKept, storage }: Keeping, now: number): readonly KeptAnswer[] {
  try {
    const kept = JSON.parse(storage.getItem(storageKey) ?? 'null') as Record<string, unknown> | null;
    if (kept?.['of'] === userId && kept['version'] === version && Array.isArray(kept['list']))
      return (kept['list'] as Partial<KeptAnswer>[]).filter(
        (one): one is KeptAnswer =>
          Array.isArray(one.key) &&
          isKept(pathOf(one.key)) &&
          one.data !== undefined &&
          typeof one.at === 'number' &&
          one.at <= now &&
          now - one.at < longest,
      );
  } catch {
    // as if there were none
  }
  storage.removeItem(storageKey);
  return [];
}

/** The newest answers, as many as there is space for. */
function keptText({ userId, version }: Keeping, answers: ReadonlyMap<string, KeptAnswer>): string {
  const list: string[] = [];
  let length = 0;
  for (const answer of [...answers.values()].toSorted((one, other) => other.at - one.at).slice(0, mostAnswers)) {
    const text = JSON.stringify(answer);
    if (text.length > mostOfOne || length + text.length > most) continue;
    length += text.length;
    list.push(text);
  }
  return `{"of":${userId},"version":${JSON.stringify(version)},"list":[${list.join(',')}]}`;
}

const pathOf = (key: readonly unknown[]): string => String(key[0]);

/** What was searched for is not what a page begins with. */
const isSearched = ([, input]: readonly unknown[]): boolean =>
  (input as { readonly search?: unknown } | null | undefined)?.search !== undefined;

/** The server has answered, and not with what was asked for. */
const isRefused = ({ state: { status, error } }: Query): boolean =>
  status === 'error' && isCallError(error) && error.fault === 'answer' && error.status < 500;
