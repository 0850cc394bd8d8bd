import type { RecentRecord } from '#web/lib/recent-records.ts';
import type { FoundSetting } from '#web/lib/settings/matching-settings.ts';
import type { Command } from '#web/shell/search/use-commands.ts';
import type { SearchGroup } from '#shared/crm/search-calls.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';

/** A text in parts, some of which match. */
export type Marked = readonly { readonly text: string; readonly isFound: boolean }[];

export interface FoundOption {
  readonly types: string;
  readonly id: number;
  readonly name: Marked;
  readonly hint: Marked;
  readonly owner: string;
  /** Instead of opening a record. */
  readonly run?: () => void;
}

export interface FoundGroup {
  readonly title: MessageKey;
  readonly options: readonly FoundOption[];
}

const plain = (text: string): Marked => (text === '' ? [] : [{ text, isFound: false }]);

/** A text with the characters from `from` up to, but excluding, `to` marked. */
export function markedAt(text: string, from: number, to: number): Marked {
  const signs = [...text];
  const part = (start: number, end: number, isFound: boolean) => ({ text: signs.slice(start, end).join(''), isFound });
  return [part(0, from, false), part(from, to, true), part(to, signs.length, false)].filter((one) => one.text !== '');
}

/** A text with the first occurrence of the fragment marked. */
export function marked(text: string, fragment: string): Marked {
  const at = fragment === '' ? -1 : text.toLowerCase().indexOf(fragment.toLowerCase());
  if (at < 0) return plain(text);
  const from = Array.from(text.slice(0, at)).length;
  return markedAt(text, from, from + [...fragment].length);
}

export const foundOf = (groups: readonly SearchGroup[], fragment: string): FoundGroup[] =>
  groups.map(({ types, list }) => ({
    title: types as MessageKey,
    options: list.map(({ id, name, markFrom, markTo, hint, ownerUserName }) => ({
      types,
      id,
      name: markedAt(name, markFrom, markTo),
      hint: marked(hint, fragment),
      owner: ownerUserName,
    })),
  }));

/** Settings as a group of their own, behind the pages, each with what can be done there. */
export const settingsOf = (
  settings: readonly FoundSetting[],
  fragment: string,
  open: (path: string) => void,
): FoundGroup[] =>
  settings.length === 0
    ? []
    : [
        {
          title: 'search.settings',
          options: settings.map(({ path, title, says }, id) => ({
            types: 'setting',
            id,
            name: marked(title, fragment),
            hint: marked(says, fragment),
            owner: '',
            run: () => open(path),
          })),
        },
      ];

/** Commands as a group of their own, behind the records. */
export const commandsOf = (commands: readonly Command[], fragment: string): FoundGroup[] =>
  commands.length === 0
    ? []
    : [
        {
          title: 'search.commands',
          options: commands.map(({ title, run }, id) => ({
            types: 'command',
            id,
            name: marked(title, fragment),
            hint: [],
            owner: '',
            run,
          })),
        },
      ];

export const recentOf = (records: readonly RecentRecord[]): FoundGroup[] =>
  records.length === 0
    ? []
    : [
        {
          title: 'search.recent',
          options: records.map(({ types, id, name }) => ({ types, id, name: plain(name), hint: [], owner: '' })),
        },
      ];

export const optionsOf = (groups: readonly FoundGroup[]): FoundOption[] => groups.flatMap(({ options }) => options);
