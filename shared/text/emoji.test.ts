import { describe, expect, it } from 'vitest';
import { emojiCategories, emojiOf, withEmojiNames, withEmojiSigns } from '#shared/text/emoji.ts';

describe('emoji', () => {
  it('are in five categories, each with a unique name and character', () => {
    expect(emojiCategories).toEqual(['faces', 'nature', 'objects', 'places', 'symbols']);
    const all = Object.values(emojiOf).flat();
    for (const category of emojiCategories) expect(emojiOf[category].length).toBeGreaterThanOrEqual(40);
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    expect(new Set(all.map(({ sign }) => sign)).size).toBe(all.length);
    for (const { sign } of all) expect(sign).toMatch(/\p{Emoji}/u);
  });

  it('are converted to their names and back', () => {
    for (const { name, sign } of Object.values(emojiOf).flat()) {
      expect(withEmojiNames(`前${sign}后`)).toBe(`前:${name}:后`);
      expect(withEmojiSigns(`:${name}:`)).toBe(sign);
    }
    // a keyboard may omit the mark for the coloured picture
    expect(withEmojiNames('\u2764 ❤️👍🏽')).toBe(':heart: :heart::thumbs_up:🏽');
  });

  it('leave everything else unchanged', () => {
    for (const text of ['10:30:45', '甲:乙:丙', ':nobody:', '👨‍👩‍👧', '见 a:b:c', '']) {
      expect(withEmojiNames(text)).toBe(text);
      expect(withEmojiSigns(text)).toBe(text);
    }
  });
});
