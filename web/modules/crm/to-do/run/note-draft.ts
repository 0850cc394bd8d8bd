import { useEffect, useState } from 'react';

export interface Note {
  readonly content: string;
  /** Empty for the first of the company's kinds. */
  readonly category: string;
  /** `yyyy-MM-dd HH:mm:ss`; empty for none. */
  readonly nextTime: string;
}

const empty: Note = { content: '', category: '', nextTime: '' };

/** What is being written about a record; it stays for the session of the browser until it is saved. */
export function useNoteDraft(key: string) {
  const stored = `draft.run.${key}`;
  const [note, setNote] = useState<Note>(() => read(stored));
  useEffect(() => {
    if (note.content === '' && note.nextTime === '') sessionStorage.removeItem(stored);
    else sessionStorage.setItem(stored, JSON.stringify(note));
  }, [stored, note]);
  return {
    note,
    change: (next: Partial<Note>) => setNote((before) => ({ ...before, ...next })),
    forget: () => setNote(empty),
  };
}

/** Stored text is data from outside: whatever does not fit is left out. */
function read(key: string): Note {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, unknown>;
    const word = (value: unknown) => (typeof value === 'string' ? value : '');
    return {
      content: word(stored['content']),
      category: word(stored['category']),
      nextTime: word(stored['nextTime']),
    };
  } catch {
    return empty;
  }
}
