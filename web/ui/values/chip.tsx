import type { CSSProperties, ReactNode } from 'react';
import type { Hue } from '#web/ui/theme/palettes.ts';
import styles from '#web/ui/values/values.module.css';

/** The hue of a chip, for elements that are drawn like one. */
export const hueStyle = (hue: Hue) =>
  ({ '--chip-bg': `var(--${hue}-bg)`, '--chip-fg': `var(--${hue}-fg)` }) as CSSProperties;

/** A short word on a tinted ground. The words carry the meaning, the colour supports it. */
export function Chip({ hue, children }: { readonly hue: Hue; readonly children: ReactNode }) {
  return (
    <span className={styles['chip']} style={hueStyle(hue)}>
      {children}
    </span>
  );
}

/** An option such as `A（重点客户）`: a letter that leads it is stressed, and its brackets are left out. */
export function OptionChip({ hue, option }: { readonly hue: Hue; readonly option: string }) {
  const [letter, words] = lettered(option);
  return (
    <span className={styles['chip']} style={hueStyle(hue)} title={option}>
      {letter !== '' && <span className={styles['letter']}>{letter}</span>}
      <span className={styles['words']}>{words}</span>
    </span>
  );
}

/** The letter that leads an option, '' for none, and the words that are left. */
export function lettered(option: string): readonly [letter: string, words: string] {
  const [, letter, words] = /^([A-Z]) ?[（(](.+)[）)]$/.exec(option) ?? [];
  return letter && words ? [letter, words] : ['', option];
}
