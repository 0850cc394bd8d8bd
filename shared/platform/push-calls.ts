import { z } from 'zod';
import { endpoint } from '#shared/wire/endpoint.ts';
import { nothing } from '#shared/wire/values.ts';

/**
 * `data` of one message of the stream: what happened and to which ids, never content (security W6). The receiver reads
 * the content through the ordinary calls. Messages may arrive twice.
 */
export const pushMessage = z.object({
  type: z.string(),
  ids: z.record(z.string(), z.union([z.number(), z.string()])),
});
export type PushMessage = z.infer<typeof pushMessage>;

/** Types sent by the platform. Names of other types start with their area, as `import.progress`. */
export const pushTypes = {
  /** First message: from here on nothing is missed. */
  ready: 'ready',
  /** First message instead of `ready`: events may have been missed, so everything shown has to be read again. */
  resync: 'resync',
  /** Records of the kind in `ids.subject` have changed; at most one a second. */
  changed: 'record.changed',
  /** A follow-up mentions the receiver, or a mention has been read. */
  mentioned: 'record.mentioned',
  /** The receiver has got a message, or has read, deleted or settled one. */
  messages: 'message.changed',
  /** Something waits for the receiver on the to-do page, or does not any more. */
  toDo: 'todo.changed',
  /** The receiver's rights have changed and must be read again. */
  rights: 'rights.changed',
} as const;

export const pushCalls = {
  /**
   * Server-sent events for the person of the login header. `Last-Event-ID` takes the last `id:` received, up to 24
   * hours old, and resumes after it. A stream that ends may be opened again unless the answer says 302.
   */
  stream: endpoint({
    method: 'GET',
    path: 'push/stream',
    whileViewing: 'refused',
    access: 'login',
    input: nothing,
    output: nothing,
    answer: 'stream',
    codes: ['http.too_many', 'http.unavailable', 'session.revoked'],
  }),
};
