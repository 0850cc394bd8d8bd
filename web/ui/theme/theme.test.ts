import { theme } from 'antd';
import { describe, expect, it } from 'vitest';
import { hues, type Mode } from '#web/ui/theme/palettes.ts';
import { paint, themeOf } from '#web/ui/theme/theme.ts';

function coloursOf(mode: Mode): Record<string, string> {
  const colours: Record<string, string> = {};
  const root = { style: { setProperty: (name: string, value: string) => (colours[name] = value) }, dataset: {} };
  paint(root as unknown as HTMLElement, mode);
  return colours;
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = parseInt(colour.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((left, right) => right - left);
  return (light + 0.05) / (dark + 0.05);
}

describe.each(['light', 'dark'] as const)('%s words', (mode) => {
  const colours = coloursOf(mode);
  const grounds = ['--page', '--surface', '--sunken', '--raised', '--hover', '--pressed'];
  const words = ['--text', '--text-secondary', '--text-muted', '--primary-text', '--danger-text', '--warning-text'];
  const pairs = [
    ...['success', 'warning', 'danger', 'primary'].map((tone) => [`--${tone}-text`, `--${tone}-tint`] as const),
    ...hues.map((hue) => [`--${hue}-fg`, `--${hue}-bg`] as const),
    ...words.flatMap((word) => grounds.map((ground) => [word, ground] as const)),
    ['--text-secondary', '--primary-tint'] as const,
    ['--on-primary', '--primary'] as const,
    ['--on-primary', '--primary-hover'] as const,
    ...['--on-bar', '--on-bar-muted', '--on-bar-danger'].map((word) => [word, '--bar'] as const),
  ];

  it.each(pairs)('%s is readable on %s', (word, ground) => {
    expect(contrast(colours[word] ?? '', colours[ground] ?? '')).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['--mark', '--focus', ...hues.map((hue) => `--${hue}-dot`)])('%s is seen on sheets', (mark) => {
    expect(contrast(colours[mark] ?? '', colours['--surface'] ?? '')).toBeGreaterThanOrEqual(3);
  });

  it('are the same in the components', () => {
    const token = theme.getDesignToken(themeOf(mode, false));
    expect(token.colorText).toBe(colours['--text']);
    expect(token.colorPrimary).toBe(colours['--primary']);
    expect(token.colorBgContainer).toBe(colours['--surface']);
  });
});
