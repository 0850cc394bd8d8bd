import { picturesOf, type Picture, type Scene } from './scene.ts';
import { dealScenes } from './scenes/deals.ts';
import { frameScenes } from './scenes/frame.ts';
import { listScenes } from './scenes/lists.ts';
import { entranceScenes, pageScenes } from './scenes/pages.ts';
import { recordScenes } from './scenes/records.ts';

/** Every screen of the product. */
export const scenes: readonly Scene[] = [
  ...entranceScenes,
  ...pageScenes,
  ...recordScenes,
  ...dealScenes,
  ...listScenes,
  ...frameScenes,
];

export const pictures: readonly Picture[] = scenes.flatMap(picturesOf);
