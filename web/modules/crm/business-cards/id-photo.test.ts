import { expect, it } from 'vitest';
import { photoToSend } from '#web/modules/crm/business-cards/id-photo.ts';

const most = 204_800;
const picture = (bytes: number) => new Blob([new Uint8Array(bytes)]);
const compressedTo = (bytes: number) => async () => picture(bytes);
const failing = async () => Promise.reject(new Error('broken'));
const unwritable = async () => null;

it.each([
  ['the compressed one', 400_000, compressedTo(60_000), 60_000],
  ['the compressed one up to the last byte', 400_000, compressedTo(most), most],
  ['nothing where that is larger still', 400_000, compressedTo(most + 1), null],
  ['the picture itself where it is small', 102_400, compressedTo(9000), 102_400],
  ['the picture itself where it is smaller', 110_000, compressedTo(120_000), 110_000],
  ['the picture itself where compressing fails', most, failing, most],
  ['the picture itself where nothing can be written', 110_000, unwritable, 110_000],
  ['nothing where compressing a larger one fails', most + 1, failing, null],
])('of a photo is sent %s', async (_what, bytes, compress, sent) => {
  expect((await photoToSend(picture(bytes), compress))?.size ?? null).toBe(sent);
});

it('is compressed at 0.8', async () => {
  const asked: number[] = [];
  await photoToSend(picture(300_000), async (_picture, share) => {
    asked.push(share);
    return null;
  });
  expect(asked).toEqual([0.8]);
});
