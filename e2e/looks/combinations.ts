import type { Language } from '#shared/i18n/language.ts';

export const widths = [1440, 1920, 390] as const;
export type Width = (typeof widths)[number];
export const heights: Readonly<Record<Width, number>> = { 1440: 900, 1920: 1080, 390: 844 };

/** What a scene is pictured in. */
export interface Combination {
  readonly language: Language;
  readonly isDark: boolean;
  readonly width: Width;
}

const of = (language: Language, isDark: boolean, width: Width): Combination => ({ language, isDark, width });

/** Every two of language, theme and width meet in one of them. */
const pairwise = [
  of('cn', false, 1440),
  of('en', true, 1440),
  of('en', false, 1920),
  of('cn', true, 1920),
  of('cn', false, 390),
  of('en', true, 390),
];
/** Every language, theme and width occurs, at one width alone or all three. */
const someOf = {
  few: [
    [of('cn', false, 1440), of('en', true, 1920), of('en', false, 390)],
    [of('en', true, 1440), of('cn', false, 1920), of('cn', true, 390)],
    [of('en', false, 1440), of('cn', true, 1920), of('cn', false, 390)],
  ],
  desk: [
    [of('cn', false, 1440), of('en', true, 1920)],
    [of('en', true, 1440), of('cn', false, 1920)],
    [of('en', false, 1920), of('cn', true, 1440)],
  ],
  /** A desk and a phone. */
  pair: [
    [of('cn', false, 1440), of('en', true, 390)],
    [of('en', true, 1440), of('cn', false, 390)],
    [of('en', false, 1440), of('cn', true, 390)],
    [of('cn', true, 1440), of('en', false, 390)],
  ],
  /** What only a phone has. */
  phone: [
    [of('cn', false, 390), of('en', true, 390)],
    [of('en', false, 390), of('cn', true, 390)],
  ],
  one: pairwise.map((combination) => [combination]),
} as const satisfies Record<string, readonly (readonly Combination[])[]>;

/** How many pictures a scene is worth. */
export type Share = 'all' | keyof typeof someOf;

/** The combinations of a scene; which of the smaller sets follows from its name, so that a new scene changes no other. */
export function combinationsOf(name: string, share: Share): readonly Combination[] {
  if (share === 'all') return pairwise;
  const sets: readonly (readonly Combination[])[] = someOf[share];
  const sum = [...name].reduce((total, character) => total + character.charCodeAt(0), 0);
  return sets[sum % sets.length] ?? [];
}

export const nameOf = ({ language, isDark, width }: Combination): string =>
  `${language}-${isDark ? 'dark' : 'light'}-${width}`;
