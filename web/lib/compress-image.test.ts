import { afterEach, expect, it, vi } from 'vitest';
import { compressImage, sizeWithin } from '#web/lib/compress-image.ts';

const big = new Uint8Array(300_000);

/** A browser whose canvas produces a file of this many bytes. */
function browser(bytes: number) {
  const context = { fillRect: vi.fn(), drawImage: vi.fn() };
  const canvas = {
    width: 0,
    height: 0,
    getContext: () => context,
    toBlob: vi.fn((done: (blob: Blob) => void) => done(new Blob([new Uint8Array(bytes)]))),
  };
  vi.stubGlobal('document', { createElement: () => canvas });
  vi.stubGlobal(
    'createImageBitmap',
    vi.fn(async () => ({ width: 4000, height: 3000, close: vi.fn() })),
  );
  return canvas;
}
afterEach(() => vi.unstubAllGlobals());

it('writes a jpeg of quality 0.3 within four million pixels', async () => {
  const canvas = browser(50_000);
  const file = await compressImage(new File([big], '照片.PNG', { type: 'image/png' }));
  expect([file.name, file.type, file.size]).toEqual(['照片.jpg', 'image/jpeg', 50_000]);
  expect(canvas.toBlob).toHaveBeenCalledWith(expect.any(Function), 'image/jpeg', 0.3);
  expect(canvas.width * canvas.height).toBeLessThanOrEqual(4_000_000);
  expect(canvas.width / canvas.height).toBeCloseTo(4 / 3, 2);
});

it.each([
  ['a small picture', new File([new Uint8Array(204_800)], 'a.png')],
  ['a gif', new File([big], 'a.gif')],
  ['no picture', new File([big], 'a.pdf')],
])('%s stays as it is', async (_, file) => {
  browser(10);
  expect(await compressImage(file)).toBe(file);
});

it('keeps a file that would not become smaller', async () => {
  browser(300_000);
  const file = new File([big], 'a.jpg');
  expect(await compressImage(file)).toBe(file);
});

it('keeps a picture that cannot be read, so that the server refuses it', async () => {
  browser(10);
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('broken')));
  const file = new File([big], 'a.jpg');
  expect(await compressImage(file)).toBe(file);
});

it.each([
  [100, 50, 100, 50],
  [2000, 2000, 2000, 2000],
  [4000, 4000, 2000, 2000],
  [10_000_000, 1, 6_324_555, 1],
])('%d × %d becomes %d × %d', (width, height, toWidth, toHeight) => {
  expect(sizeWithin(width, height)).toEqual({ width: toWidth, height: toHeight });
});
