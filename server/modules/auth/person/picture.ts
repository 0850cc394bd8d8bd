import type { Services } from '#server/platform/services.ts';

export type PictureStore = Pick<Services, 'pool'>;

export function pictureOf(_store: PictureStore, fileId: number | null, _readerId: number): Promise<string> {
  return Promise.resolve(fileId === null ? '' : '');
}
