import type { CSSProperties } from 'react';
import { hueStyle } from '#web/ui/values/chip.tsx';
import type { Hue } from '#web/ui/theme/palettes.ts';
import { useFileUrl } from '#web/lib/file-url.ts';
import styles from '#web/ui/avatar.module.css';

interface AvatarProps {
  readonly name: string;
  /** Address of the picture; empty without one. */
  readonly img?: string;
  /** Pixels; default 32. */
  readonly size?: number;
  /** The name is next to it: nothing to read out. */
  readonly isDecorative?: boolean;
}

/** Red stands for what is late, also beside a name. */
const colours = ['blue', 'teal', 'violet', 'pink', 'amber', 'green', 'slate'] as const satisfies readonly Hue[];

/** Below so many pixels one character has to do. */
const leastForTwo = 28;

/** A person's picture, or two characters of the name on a circle (R5.14). */
export function Avatar({ name, img = '', size = 32, isDecorative = false }: AvatarProps) {
  const { url } = useFileUrl(img);
  const look = {
    ...hueStyle(colourOf(name)),
    '--size': `${size}px`,
    fontSize: Math.max(12, Math.min(size * 0.38, 40)),
  } as CSSProperties;

  const label = isDecorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name };
  return (
    <span className={styles['avatar']} style={look} {...label}>
      {url === undefined ? (
        <span
          className={styles['short']}
          data-name={size < leastForTwo ? Array.from(name.trim())[0]?.toUpperCase() : shortNameOf(name)}
        />
      ) : (
        <img src={url} alt="" />
      )}
    </span>
  );
}

/** The first letters of a Latin name. Characters, not code units: rare names are outside the first plane. */
export function shortNameOf(name: string): string {
  const characters = Array.from(name.trim());
  if (!/^\p{Script=Latin}/u.test(name.trim())) return characters.slice(-2).join('');
  const words = name.trim().split(/[\s.·_-]+/);
  const letters = words.length > 1 ? words.map((word) => Array.from(word)[0] ?? '') : characters;
  return letters.slice(0, 2).join('').toUpperCase();
}

export function colourOf(name: string): Hue {
  const sum = Array.from(name).reduce((total, character) => total + (character.codePointAt(0) ?? 0), 0);
  return colours[sum % colours.length] ?? 'slate';
}
