import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { combinationsOf, widths, type Combination } from '../e2e/looks/combinations.ts';
import { pictures, scenes } from '../e2e/looks/scenes.ts';

const folder = fileURLToPath(new URL('../e2e/looks/pictures/', import.meta.url));
const most = { pictures: 300, bytes: 30_000_000 };

describe('the pictures of the screens', () => {
  it('are one for each scene, state and combination, and few enough to be looked at', () => {
    const names = pictures.map(({ name }) => `${name}.png`);
    expect(new Set(names).size).toBe(names.length);
    const kept = readdirSync(folder);
    expect(kept.toSorted()).toEqual(names.toSorted());
    expect(kept.length).toBeLessThanOrEqual(most.pictures);
    const bytes = kept.reduce((total, file) => total + statSync(join(folder, file)).size, 0);
    expect(bytes).toBeLessThanOrEqual(most.bytes);
  });

  it('show every two of language, theme and width together where a scene is worth it', () => {
    const all = combinationsOf('any', 'all');
    const pairs = (of: (one: Combination) => readonly unknown[]) => new Set(all.map((one) => of(one).join()));
    expect(pairs(({ language, isDark }) => [language, isDark]).size).toBe(4);
    expect(pairs(({ language, width }) => [language, width]).size).toBe(2 * widths.length);
    expect(pairs(({ isDark, width }) => [isDark, width]).size).toBe(2 * widths.length);
  });

  it('show every scene in both languages and themes', () => {
    for (const { name } of scenes.filter(({ share }) => share !== 'one')) {
      const shown = pictures.filter(({ scene, state }) => scene.name === name && state === 'full');
      const of = (key: 'language' | 'isDark') => new Set(shown.map(({ combination }) => combination[key])).size;
      expect([name, of('language'), of('isDark')]).toEqual([name, 2, 2]);
    }
  });
});
