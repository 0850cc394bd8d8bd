import type { Stream } from '#server/platform/push/stream.ts';

const none: ReadonlySet<Stream> = new Set();

/** The open streams of this process, by person and by login. */
export function openStreamTable() {
  const all = new Set<Stream>();
  const byUser = new Map<number, Set<Stream>>();
  const byLogin = new Map<number, Set<Stream>>();
  return {
    add: (stream: Stream): void => {
      all.add(stream);
      put(byUser, stream.userId, stream);
      put(byLogin, stream.loginId, stream);
    },
    remove: (stream: Stream): void => {
      all.delete(stream);
      drop(byUser, stream.userId, stream);
      drop(byLogin, stream.loginId, stream);
    },
    all: (): ReadonlySet<Stream> => all,
    ofUser: (userId: number): ReadonlySet<Stream> => byUser.get(userId) ?? none,
    ofLogin: (loginId: number): ReadonlySet<Stream> => byLogin.get(loginId) ?? none,
    loginIds: (): number[] => [...byLogin.keys()],
    size: (): number => all.size,
    users: (): number => byUser.size,
  };
}

function put(table: Map<number, Set<Stream>>, key: number, stream: Stream): void {
  const known = table.get(key);
  if (known) known.add(stream);
  else table.set(key, new Set([stream]));
}

function drop(table: Map<number, Set<Stream>>, key: number, stream: Stream): void {
  const known = table.get(key);
  known?.delete(stream);
  if (known?.size === 0) table.delete(key);
}
