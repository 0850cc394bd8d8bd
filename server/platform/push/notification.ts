import type { EndedSessions, PushEvent, StoredEvent } from '#server/platform/push/event.ts';

/** The channel on which all processes of a database exchange events. */
export const channel = 'jianye_push';

/** PostgreSQL allows 8,000 bytes; what the database puts in front needs less than 100. */
const maxBytes = 7500;

export type Notification = { readonly event: StoredEvent } | { readonly ended: EndedSessions };

/** Payloads of one event. The database prefixes `e`, event id, horizon and time. */
export function eventPayloads(event: PushEvent, to: readonly number[]): string[] {
  const fixed = { type: event.type, ids: event.ids ?? {} };
  return chunks(to, maxBytes - JSON.stringify({ ...fixed, to: [] }).length).map((part) =>
    JSON.stringify({ ...fixed, to: part }),
  );
}

export function endedPayloads({ loginIds, userIds }: EndedSessions): string[] {
  return [
    ...chunks(loginIds, maxBytes - 40).map((part) => `x ${JSON.stringify({ loginIds: part, userIds: [] })}`),
    ...chunks(userIds, maxBytes - 40).map((part) => `x ${JSON.stringify({ loginIds: [], userIds: part })}`),
  ];
}

/** Null for anything that is not ours. */
export function parseNotification(payload: string): Notification | null {
  try {
    if (payload.startsWith('x ')) return { ended: JSON.parse(payload.slice(2)) as EndedSessions };
    const found = /^e (\d+) (\d+) (\d+) (.*)$/s.exec(payload);
    if (!found) return null;
    const [, eventId, horizon = '', seconds, json = ''] = found;
    const content = JSON.parse(json) as Omit<StoredEvent, 'position'>;
    return { event: { ...content, position: { eventId: Number(eventId), horizon, seconds: Number(seconds) } } };
  } catch {
    return null;
  }
}

/** Parts of at most `room` bytes each as JSON. */
function chunks(ids: readonly number[], room: number): number[][] {
  const parts: number[][] = [];
  let left = 0;
  for (const id of ids) {
    const size = String(id).length + 1;
    const part = parts.at(-1);
    if (part && size <= left) part.push(id);
    else {
      parts.push([id]);
      left = room;
    }
    left -= size;
  }
  return parts;
}
