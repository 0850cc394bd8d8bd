import type { CSSProperties } from 'react';
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

/** White text is readable on each of them. */
const colours = ['#2F6BFF', '#0B7A75', '#995B00', '#6941C6', '#B8326A', '#4A5568', '#0B7A41', '#B3401F'];

/** A person's picture, or two characters of the name on a circle (R5.14). */
export function Avatar({ name, img = '', size = 32, isDecorative = false }: AvatarProps) {
  const { url } = useFileUrl(img);
  const look = {
    '--size': `${size}px`,
    '--colour': colourOf(name),
    fontSize: Math.min(size * 0.38, 40),
  } as CSSProperties;
  const label = isDecorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name };
  return (
    <span className={styles['avatar']} style={look} {...label}>
      {url === undefined ? (
        <span className={styles['short']} data-name={shortNameOf(name)} />
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

export function colourOf(name: string): string {
  const sum = Array.from(name).reduce((total, character) => total + (character.codePointAt(0) ?? 0), 0);
  return colours[sum % colours.length] ?? '#2F6BFF';
}
