import { useKeptDraft } from '#web/lib/kept-text.ts';
import type { LinkedIds } from '#shared/record/calls/follow-up-links.ts';
import { textParts } from '#web/record/follow-up/text-parts.ts';

interface Mentioned {
  readonly userId: number;
  readonly realname: string;
}

export interface Draft {
  readonly content: string;
  /** Empty for the first of the company's kinds. */
  readonly category: string;
  /** `yyyy-MM-dd HH:mm:ss`; empty for none. */
  readonly nextTime: string;
  /** Linked records, by wire key. */
  readonly linked: LinkedIds;
  /** Of the files that were uploaded for it; empty for none. */
  readonly batchId: string;
  /** Everybody chosen so far; the text decides who is still mentioned. */
  readonly mentioned: readonly Mentioned[];
}

const empty: Draft = { content: '', category: '', nextTime: '', linked: {}, batchId: '', mentioned: [] };

/** The draft of a follow-up about a record: kept in this tab, across reloads, until it is published. */
export const useDraft = (key: string) => useKeptDraft(`draft.follow_up.${key}`, readDraft);

/** Stored text is untrusted: whatever does not fit is left out. */
export function readDraft(stored: string | null): Draft {
  try {
    const { content, category, nextTime, linked, batchId, mentioned } = JSON.parse(stored ?? 'null') as Record<
      string,
      unknown
    >;
    const word = (value: unknown) => (typeof value === 'string' ? value : '');
    const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
    return {
      content: word(content),
      category: word(category),
      nextTime: word(nextTime),
      linked: Object.fromEntries(
        Object.entries(linked ?? {}).map(([key, ids]) => [key, list(ids).filter((id) => typeof id === 'number')]),
      ),
      batchId: word(batchId),
      mentioned: list(mentioned).filter(isMentioned),
    };
  } catch {
    return empty;
  }
}

const isMentioned = (value: unknown): value is Mentioned => {
  const { userId, realname } = (value ?? {}) as Record<string, unknown>;
  return typeof userId === 'number' && typeof realname === 'string';
};

/** Those of the chosen people whom the text still mentions; a longer name does not match a shorter one. */
export function namedIn({ content, mentioned }: Draft): number[] {
  const parts = textParts(
    content,
    mentioned.map(({ realname }) => realname),
  );
  const named = new Set(parts.filter(({ isMention }) => isMention).map(({ text }) => text));
  return [...new Set(mentioned.filter(({ realname }) => named.has(`@${realname}`)).map(({ userId }) => userId))];
}
