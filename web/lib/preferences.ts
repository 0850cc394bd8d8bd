import { useSyncExternalStore } from 'react';
import { isLanguage, type Language } from '#shared/i18n/language.ts';

export type ThemeChoice = 'light' | 'dark' | 'system';

/** Preferences stored in this browser. Unlike tokens they survive a logout. */
export interface Preferences {
  readonly language: Language;
  readonly theme: ThemeChoice;
  readonly isSidebarCollapsed: boolean;
  /** Desktop notifications of due contacts. */
  readonly remindsOfDue: boolean;
}

const storageKey = 'preferences';
const standard: Preferences = { language: 'cn', theme: 'system', isSidebarCollapsed: false, remindsOfDue: false };
const listeners = new Set<() => void>();
let current = readStored();

export const preferences = (): Preferences => current;

export function setPreferences(change: Partial<Preferences>): void {
  current = { ...current, ...change };
  keepPreferences();
  for (const listener of listeners) listener();
}

/** Writes them again after the storage was cleared. */
export function keepPreferences(): void {
  globalThis.localStorage?.setItem(storageKey, JSON.stringify(current));
}

/** Whether this browser has kept any, or keeps none: a page within another site's may have no storage. */
export function hasPreferences(): boolean {
  try {
    return (globalThis.localStorage?.getItem(storageKey) ?? null) !== null;
  } catch {
    return true;
  }
}

export const usePreferences = (): Preferences => useSyncExternalStore(subscribe, preferences);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Stored text is untrusted: whatever does not fit is left out. */
function readStored(): Preferences {
  try {
    const stored = JSON.parse(globalThis.localStorage?.getItem(storageKey) ?? '{}') as Record<string, unknown>;
    const { language, theme, isSidebarCollapsed, remindsOfDue } = stored;
    return {
      language: isLanguage(language) ? language : standard.language,
      theme: theme === 'light' || theme === 'dark' ? theme : standard.theme,
      isSidebarCollapsed: isSidebarCollapsed === true,
      remindsOfDue: remindsOfDue === true,
    };
  } catch {
    return standard;
  }
}
