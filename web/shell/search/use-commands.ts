import { useNavigate } from 'react-router';
import { useText } from '#web/lib/i18n/i18n.ts';
import { turnLanguage } from '#web/lib/i18n/turn-language.ts';
import { setPreferences } from '#web/lib/preferences.ts';
import { useMay } from '#web/lib/session/session.ts';
import { addressOf, type Page } from '#web/modules/page.ts';
import { quickCreateEntries } from '#web/shell/quick-create.ts';

/** Something that can be done from anywhere by typing a part of its name. */
export interface Command {
  readonly key: string;
  readonly title: string;
  readonly run: () => void;
}

const themes = ['light', 'dark', 'system'] as const;

/** All pages to go to, all forms to open, and the switches of the header. */
export function useCommands(allowed: readonly Page[]): readonly Command[] {
  const text = useText();
  const may = useMay();
  const navigate = useNavigate();
  const go = (path: string) => () => void navigate(path);
  const pages = allowed.filter((page) => !page.path.includes(':'));
  const forms = quickCreateEntries.filter(
    ({ permission, path }) => may(permission) && allowed.some((page) => addressOf(page) === path),
  );
  return [
    ...pages.map((page) => ({ key: page.path, title: text(page.title), run: go(addressOf(page)) })),
    ...forms.map(({ path, title }) => ({
      key: `new ${path}`,
      title: text('command.create', { noun: text(title) }),
      run: go(`${path}?create=1`),
    })),
    ...themes.map((theme) => ({
      key: theme,
      title: `${text('shell.theme')}: ${text(`shell.theme_${theme}`)}`,
      run: () => setPreferences({ theme }),
    })),
    { key: 'language', title: text('command.language'), run: () => void turnLanguage() },
  ];
}

/** The commands whose names contain what is typed. */
export const matching = (commands: readonly Command[], typed: string): readonly Command[] =>
  commands.filter(({ title }) => title.toLowerCase().includes(typed.toLowerCase()));
