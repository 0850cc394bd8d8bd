import { picturesOf, type Picture, type Scene } from './scene.ts';
import { frameScenes } from './scenes/frame.ts';
import { listScenes } from './scenes/lists.ts';
import { entranceScenes, pageScenes } from './scenes/pages.ts';
import { recordScenes } from './scenes/records.ts';

/** Every screen of the product. */
export const scenes: readonly Scene[] = [
  ...entranceScenes,
  ...pageScenes,
  ...recordScenes,
  ...listScenes,
  ...frameScenes,
];

export const pictures: readonly Picture[] = scenes.flatMap(picturesOf);
