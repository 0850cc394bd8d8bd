import { useKeptDraft } from '#web/lib/kept-text.ts';
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
  readonly contactsIds: readonly number[];
  /** Of the files that were uploaded for it; empty for none. */
  readonly batchId: string;
  /** Everybody chosen so far; the text says who is still named. */
  readonly mentioned: readonly Mentioned[];
}

const empty: Draft = { content: '', category: '', nextTime: '', contactsIds: [], batchId: '', mentioned: [] };

/** What is being written about a record: it stays in this tab, reloads included, until it is published. */
export const useDraft = (key: string) => useKeptDraft(`draft.follow_up.${key}`, readDraft);

/** Stored text is data from outside: whatever does not fit is left out. */
export function readDraft(stored: string | null): Draft {
  try {
    const { content, category, nextTime, contactsIds, batchId, mentioned } = JSON.parse(stored ?? 'null') as Record<
      string,
      unknown
    >;
    const word = (value: unknown) => (typeof value === 'string' ? value : '');
    const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
    return {
      content: word(content),
      category: word(category),
      nextTime: word(nextTime),
      contactsIds: list(contactsIds).filter((id) => typeof id === 'number'),
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

/** Those of the chosen people whom the text still names; a longer name is not a shorter one. */
export function namedIn({ content, mentioned }: Draft): number[] {
  const parts = textParts(
    content,
    mentioned.map(({ realname }) => realname),
  );
  const named = new Set(parts.filter(({ isMention }) => isMention).map(({ text }) => text));
  return [...new Set(mentioned.filter(({ realname }) => named.has(`@${realname}`)).map(({ userId }) => userId))];
}
