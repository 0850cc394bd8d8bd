import type { ServerResponse } from 'node:http';
import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Log } from '#server/platform/log/log.ts';
import {
  areRightsFresh,
  currentPosition,
  eventsSince,
  liveLogins,
  storeEvent,
} from '#server/platform/push/event-store.ts';
import {
  everybody,
  keptSeconds,
  messageText,
  parsePosition,
  positionText,
  type EndedSessions,
  type Position,
  type PushEvent,
  type StoredEvent,
} from '#server/platform/push/event.ts';
import { openListener } from '#server/platform/push/listener.ts';
import { channel, endedPayloads, parseNotification } from '#server/platform/push/notification.ts';
import { makeStream, type Stream } from '#server/platform/push/stream.ts';
import { openStreamTable } from '#server/platform/push/stream-table.ts';
import { pushTypes } from '#shared/platform/push-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** Limits of one process (security W6). */
export const maxStreams = 2000;
export const maxStreamsPerUser = 6;
/** More missed events than this are not sent one by one. */
const mostMissed = 1000;
/** Rounds of unanswered session checks after which nobody counts as logged in. */
const mostUnchecked = 3;

export interface PushOptions {
  /** Address for the listening connection. */
  readonly url: string;
  readonly db: Database;
  readonly log: Log;
  readonly heartbeatSeconds?: number;
}

export interface StreamRequest {
  readonly response: ServerResponse;
  readonly lastEventId: string | null;
  /** Sent together with the stream's own headers. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface PushStats {
  readonly isListening: boolean;
  readonly streams: number;
  readonly users: number;
  /** Since the start: messages written, and readers disconnected because they did not read. */
  readonly delivered: number;
  readonly slow: number;
}

export interface Push {
  /** Part of the caller's transaction: delivered by every process at its commit, or never. */
  readonly notify: (db: Database, event: PushEvent) => Promise<void>;
  /**
   * Turns the response into the actor's stream. Until this resolves the response is untouched.
   * @throws AppError `http.too_many`, `http.unavailable`, `session.revoked`
   */
  readonly open: (actor: Actor, request: StreamRequest) => Promise<void>;
  /** In this process only; `sessionEnded` notifies all. */
  readonly closeLogin: (loginId: number) => void;
  readonly closeUser: (userId: number) => void;
  readonly stats: () => PushStats;
  /** Resolves once this process listens. */
  readonly listening: Promise<void>;
  /** Ends all streams and refuses new ones. Call before the HTTP server closes, which waits for them (security D15). */
  readonly stop: () => Promise<void>;
}

/** Server-sent events to open pages. Between processes they travel by NOTIFY (R27.2). */
export function openPush({ url, db, log, heartbeatSeconds = 20 }: PushOptions): Push {
  const streams = openStreamTable();
  let isStopped = false;
  let delivered = 0;
  let slow = 0;
  let unchecked = 0;
  /** Everything before it has been delivered; null before the first connection. */
  let reached: Position | null = null;
  /** The position at the last heartbeat. What was committed before it has arrived by the next. */
  let lastBeat: Position | null = null;
  /** Notifications that arrived while missed events of an outage were still being delivered. */
  let waiting: string[] | null = [];

  const deliver = (event: StoredEvent) => {
    const to = event.to.includes(everybody) ? streams.all() : event.to.flatMap((userId) => [...streams.ofUser(userId)]);
    for (const stream of to) {
      stream.deliver(event);
      delivered += 1;
    }
  };

  const receive = (payload: string) => {
    const notification = parseNotification(payload);
    if (!notification) return;
    if ('event' in notification) {
      deliver(notification.event);
      reached = notification.event.position;
      return;
    }
    for (const loginId of notification.ended.loginIds) close(streams.ofLogin(loginId));
    for (const userId of notification.ended.userIds) close(streams.ofUser(userId));
  };

  /** First check who may still listen, then deliver what was missed. */
  const recover = async () => {
    await checkLogins();
    const position = await currentPosition(db);
    if (reached) {
      const missed = await eventsSince(db, reached, null, mostMissed + 1);
      if (missed.length <= mostMissed) missed.forEach(deliver);
      else for (const stream of streams.all()) stream.write(messageText(pushTypes.resync, {}, position));
    }
    reached = position;
    const held = waiting ?? [];
    waiting = null;
    held.forEach(receive);
  };

  const checkLogins = async () => {
    const live = await liveLogins(db, streams.loginIds());
    for (const loginId of streams.loginIds()) if (!live.has(loginId)) close(streams.ofLogin(loginId));
    unchecked = 0;
  };

  const listener = openListener({
    url,
    channel,
    log,
    onMessage: (payload) => (waiting ? waiting.push(payload) : receive(payload)),
    onConnected: recover,
    onLost: () => (waiting ??= []),
  });

  let isBeating = false;
  const beat = async () => {
    if (isBeating) return;
    isBeating = true;
    let text = ':\n\n';
    try {
      await checkLogins();
      const now = await currentPosition(db);
      // Quiet streams advance too, so that they can resume from less than 24 hours ago.
      if (lastBeat && listener.isConnected()) text = `:\nid: ${positionText(lastBeat)}\n\n`;
      lastBeat = listener.isConnected() ? now : null;
    } catch (error) {
      unchecked += 1;
      log.warn({ err: error, unchecked }, 'logins of open streams not checked');
      if (unchecked >= mostUnchecked) close(streams.all());
    } finally {
      isBeating = false;
    }
    for (const stream of streams.all()) stream.write(text);
  };
  const heart = setInterval(() => void beat(), heartbeatSeconds * 1000);

  const admit = (userId: number) => {
    if (isStopped || !listener.isConnected() || streams.size() >= maxStreams) throw new AppError('http.unavailable');
    if (streams.ofUser(userId).size >= maxStreamsPerUser) throw new AppError('http.too_many');
  };

  return {
    notify: storeEvent,
    open: async (actor, { response, lastEventId, headers }) => {
      const { userId, loginId } = actor;
      if (loginId === null) throw new AppError('session.required');
      admit(userId);
      const onSlow = () => (slow += 1);
      const stream = makeStream({ userId, loginId, response, headers, onSlow, onClosed: streams.remove });
      // Events and the end of the login count from here on, however long the queries below take.
      streams.add(stream);
      const isLive = async () => (await liveLogins(db, [loginId])).has(loginId);
      try {
        if (!(await isLive())) throw new AppError('session.revoked');
        const { opening, known } = await openingOf(db, userId, lastEventId);
        if (isStopped) throw new AppError('http.unavailable');
        // with its login, or by a change of rights, after which it may be opened again
        if (!stream.isOpen()) throw new AppError((await isLive()) ? 'http.unavailable' : 'session.revoked');
        stream.begin(`retry: ${1000 + Math.floor(Math.random() * 3000)}\n\n${opening}`, known);
      } catch (error) {
        streams.remove(stream);
        throw error;
      }
    },
    closeLogin: (loginId) => close(streams.ofLogin(loginId)),
    closeUser: (userId) => close(streams.ofUser(userId)),
    stats: () => ({
      isListening: listener.isConnected(),
      streams: streams.size(),
      users: streams.users(),
      delivered,
      slow,
    }),
    listening: listener.first,
    stop: async () => {
      isStopped = true;
      clearInterval(heart);
      close(streams.all());
      await listener.close();
    },
  };
}

/**
 * Call in the transaction that ends logins, disables people or revokes rights: their streams end within 1 s of its
 * commit, in every process (security N5, A15). A page whose login still lives opens its stream again.
 */
export async function sessionEnded(db: Database, ended: Partial<EndedSessions>): Promise<void> {
  const payloads = endedPayloads({ loginIds: ended.loginIds ?? [], userIds: ended.userIds ?? [] });
  if (payloads.length === 0) return;
  await sql`select pg_notify(${channel}, payload) from unnest(${payloads}::text[]) as payload`.execute(db);
}

function close(streams: Iterable<Stream>): void {
  for (const stream of streams) stream.close();
}

/** The first message, and what was missed since `lastEventId` when that can be determined. */
async function openingOf(db: Database, userId: number, lastEventId: string | null) {
  const now = await currentPosition(db);
  const known = new Set<number>();
  if (lastEventId === null || lastEventId === '') {
    const ready = messageText(pushTypes.ready, {}, now);
    return { opening: ready + ((await areRightsFresh(db, userId)) ? messageText(pushTypes.rights) : ''), known };
  }
  const since = parsePosition(lastEventId);
  const resync = { opening: messageText(pushTypes.resync, {}, now), known };
  if (!since || now.seconds - since.seconds > keptSeconds) return resync;
  const missed = await eventsSince(db, since, userId, mostMissed + 1);
  if (missed.length > mostMissed) return resync;
  for (const event of missed) known.add(event.position.eventId);
  const texts = missed.map((event) => messageText(event.type, event.ids, event.position));
  return { opening: messageText(pushTypes.ready) + texts.join(''), known };
}
