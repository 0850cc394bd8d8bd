import { loginStorage } from '#web/lib/session/viewing.ts';

/** A record that was opened in this browser. */
export interface RecentRecord {
  /** The type's wire name. */
  readonly types: string;
  readonly id: number;
  readonly name: string;
}

const storageKey = 'recent-records';
const most = 8;

/** The most recently opened records, newest first; cleared by a logout, and never shown to another person. */
export function recentRecords(userId: number): RecentRecord[] {
  try {
    const { of, list } = JSON.parse(loginStorage()?.getItem(storageKey) ?? 'null') as Record<string, unknown>;
    return of === userId && Array.isArray(list) ? list.filter(isRecent) : [];
  } catch {
    return [];
  }
}

export function rememberRecord(userId: number, record: RecentRecord): void {
  const others = recentRecords(userId).filter(({ types, id }) => types !== record.types || id !== record.id);
  loginStorage()?.setItem(storageKey, JSON.stringify({ of: userId, list: [record, ...others].slice(0, most) }));
}

/** Stored text is untrusted: whatever does not fit is left out. */
const isRecent = (value: unknown): value is RecentRecord => {
  const { types, id, name } = (value ?? {}) as Record<string, unknown>;
  return typeof types === 'string' && typeof id === 'number' && typeof name === 'string';
};
