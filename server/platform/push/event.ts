/** Something that happened, sent to people's open pages: its type and ids, never content (security W6). */
export interface PushEvent {
  /** Area and action, such as `import.progress`. */
  readonly type: string;
  /** User ids, or everybody. */
  readonly to: readonly number[] | 'all';
  readonly ids?: Readonly<Record<string, number | string>>;
}

/** Progress of a reader: every transaction below `horizon` had ended when this was taken, at `seconds` of the epoch. */
export interface Position {
  /** The event itself, 0 when it is none. */
  readonly eventId: number;
  readonly horizon: string;
  readonly seconds: number;
}

export interface StoredEvent {
  readonly position: Position;
  readonly type: string;
  readonly ids: Readonly<Record<string, number | string>>;
  /** User ids; `everybody` among them means all. */
  readonly to: readonly number[];
}

/** Logins and users whose streams end. */
export interface EndedSessions {
  readonly loginIds: readonly number[];
  readonly userIds: readonly number[];
}

export const everybody = 0;

/** Seconds that events are kept for streams that reconnect. */
export const keptSeconds = 24 * 3600;

const typePattern = /^[a-z][\w.]{0,59}$/i;
const idPattern = /^[\w.:-]{1,64}$/;

/** A string id with blanks or Chinese characters is content: refused. */
export function checkEvent(event: PushEvent): void {
  const ids = Object.entries(event.ids ?? {});
  const isPlain = ids.every(
    ([key, id]) => idPattern.test(key) && (typeof id === 'number' ? Number.isFinite(id) : idPattern.test(id)),
  );
  if (!typePattern.test(event.type) || !isPlain || ids.length > 10)
    throw new Error(`push event ${event.type}: ids and type only`);
}

export const positionText = ({ eventId, horizon, seconds }: Position): string => `${eventId}.${horizon}.${seconds}`;

export function parsePosition(text: string): Position | null {
  const found = /^(\d{1,15})\.(\d{1,19})\.(\d{1,12})$/.exec(text);
  const [, eventId = '', horizon = '', seconds = ''] = found ?? [];
  return found ? { eventId: Number(eventId), horizon, seconds: Number(seconds) } : null;
}

/** One message of the stream, with the position to resume from. */
export function messageText(type: string, ids: StoredEvent['ids'] = {}, position?: Position): string {
  const id = position ? `id: ${positionText(position)}\n` : '';
  return `${id}data: ${JSON.stringify({ type, ids })}\n\n`;
}
