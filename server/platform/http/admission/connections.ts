import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Open connections of one person, and of one address before anybody has called on them as a known person. */
const mostOpen = { person: 100, address: 1000 };

interface Open {
  group: string;
  /** Calls that are being answered; such a connection is not closed. */
  busy: number;
}

const plainAddress = (address: string | undefined): string => (address ?? '').replace(/^::ffff:/i, '');

/**
 * Closes connections that nobody uses when one person or address has too many: those idle for the longest first, so a
 * new one is always accepted and colleagues behind one address keep theirs (security L6). Connections of a trusted proxy
 * are its own affair.
 */
export function limitConnections(app: FastifyInstance, most: typeof mostOpen = mostOpen) {
  const open = new Map<Socket, Open>();
  /** The members of each group, the one that was used last at the end. */
  const groups = new Map<string, Set<Socket>>();
  const proxies = new Set<string>();
  const leave = (socket: Socket, group: string) => {
    const members = groups.get(group);
    members?.delete(socket);
    if (members?.size === 0) groups.delete(group);
  };
  const join = (socket: Socket, entry: Open, group: string, limit: number) => {
    leave(socket, entry.group);
    entry.group = group;
    const members = groups.get(group) ?? new Set();
    groups.set(group, members.add(socket));
    if (members.size <= limit) return;
    for (const member of members) {
      if (member === socket || (open.get(member)?.busy ?? 0) > 0) continue;
      member.destroy();
      break;
    }
  };
  app.server.on('connection', (socket) => {
    const address = plainAddress(socket.remoteAddress);
    if (proxies.has(address)) return;
    const entry: Open = { group: '', busy: 0 };
    open.set(socket, entry);
    socket.once('close', () => {
      open.delete(socket);
      leave(socket, entry.group);
    });
    join(socket, entry, `address ${address}`, most.address);
  });
  app.server.on('request', ({ socket }, response) => {
    const entry = open.get(socket);
    if (!entry) return;
    entry.busy += 1;
    response.once('close', () => {
      entry.busy -= 1;
      // used last
      const members = groups.get(entry.group);
      if (members?.delete(socket)) members.add(socket);
    });
  });
  return {
    /** The caller of this request is known. */
    belongsTo: ({ raw: { socket }, ip }: FastifyRequest, person: string): void => {
      const entry = open.get(socket);
      if (!entry) return;
      if (plainAddress(ip) !== plainAddress(socket.remoteAddress)) {
        proxies.add(plainAddress(socket.remoteAddress));
        open.delete(socket);
        return leave(socket, entry.group);
      }
      if (entry.group !== person) join(socket, entry, person, most.person);
    },
  };
}
