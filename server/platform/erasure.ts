import type { Database } from '#server/platform/database/tables.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';

/** People of the staff who are erased. */
export interface ErasedStaff {
  readonly userIds: readonly number[];
  /** Their names, logins, numbers and mail addresses. */
  readonly words: readonly string[];
}

/** What a module knows of persons, beside records (docs/decisions/erasure.md). */
export interface PersonTraces {
  /** Removes what it knows of people of the staff, in the transaction that erases them. */
  readonly ofStaff?: (db: Database, staff: ErasedStaff) => Promise<void>;
  /** What it has to keep of whoever has this name, number or mail address. */
  readonly kept?: {
    readonly what: MessageKey;
    readonly why: MessageKey;
    readonly count: (db: Database, words: readonly string[]) => Promise<number>;
  };
}
const traces: PersonTraces[] = [];

/** Where modules are listed. */
export function registerPersonTraces(...added: readonly PersonTraces[]): void {
  traces.push(...added);
}

export const personTraces = (): readonly PersonTraces[] => traces;
