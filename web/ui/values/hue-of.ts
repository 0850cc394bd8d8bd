import type { Hue } from '#web/ui/theme/palettes.ts';

/** Red, amber and green mean something, so that options do without them. */
const ofOptions = ['violet', 'teal', 'slate', 'blue', 'pink'] as const satisfies readonly Hue[];

/**
 * The hue of one of a field's options: that which it was given. Those that begin with a letter go by it, A, B, C; each of the others keeps its
 * hue when the options change their order, and when one is added in most cases.
 */
export function hueOf(option: string, all: readonly string[], given: Readonly<Record<string, Hue>> = {}): Hue {
  if (Object.hasOwn(given, option)) return given[option] ?? 'slate';
  const [, letter] = /^([A-E])(?![A-Za-z])/.exec(option) ?? [];
  if (letter) return ofOptions['ABCDE'.indexOf(letter)] ?? 'slate';
  const taken = new Set<Hue>();
  for (const one of all.toSorted()) {
    const hue = firstFree(one, taken);
    if (one === option) return hue;
    taken.add(hue);
    if (taken.size === ofOptions.length) taken.clear();
  }
  return firstFree(option, taken);
}

/** The hue of a text, or the next one that nobody has. */
function firstFree(text: string, taken: ReadonlySet<Hue>): Hue {
  const start = [...text].reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % 997, 7);
  for (let step = 0; step < ofOptions.length; step += 1) {
    const hue = ofOptions[(start + step) % ofOptions.length];
    if (hue && !taken.has(hue)) return hue;
  }
  return 'slate';
}
