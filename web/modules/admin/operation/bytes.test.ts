import { expect, it } from 'vitest';
import { bytesText } from './bytes.ts';

it.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1536, '1.5 KB'],
  [150 * 1024 ** 2, '150 MB'],
  [3 * 1024 ** 4, '3.0 TB'],
])('%d bytes are %s', (bytes, words) => {
  expect(bytesText(bytes)).toBe(words);
});
