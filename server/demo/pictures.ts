import { openCanvas } from '#server/demo/canvas.ts';
import type { Random } from '#server/demo/random.ts';

const skies = ['#dfeefe', '#fdeedc', '#e4f3e8', '#ece9fb'];
const walls = ['#8fa3bf', '#b59a83', '#7f9c96', '#9a8fb3', '#a8a29a'];
const coats = ['#2f6bff', '#1f9d8b', '#d9822b', '#8453c7', '#c2475b', '#4a5a70'];
const skins = ['#f3d3b8', '#eec3a0', '#e2b48f'];
const hairs = ['#2b2420', '#3a2e27', '#171717'];

/** An office building in its street. */
export function building(random: Random): Promise<Buffer> {
  const [width, height, ground] = [960, 640, 540];
  const canvas = openCanvas(width, height, random.pick(skies));
  canvas.box(0, ground, width, height - ground, '#b9bec6');
  for (let x = 30; x < width - 120; x += 190 + random.below(50)) {
    const wide = 130 + random.below(70);
    const top = 60 + random.below(260);
    canvas.box(x, top, wide, ground - top, random.pick(walls));
    for (let y = top + 22; y < ground - 60; y += 44)
      for (let at = x + 16; at < x + wide - 26; at += 36)
        canvas.box(at, y, 20, 26, random.next() < 0.35 ? '#ffe9a8' : '#eef4fb');
    canvas.box(x + wide / 2 - 16, ground - 44, 32, 44, '#4c5563');
  }
  return canvas.toJpeg();
}

/** Goods on shelves. */
export function shelves(random: Random): Promise<Buffer> {
  const [width, height] = [960, 640];
  const canvas = openCanvas(width, height, '#f4f1ec');
  for (let y = 150; y < height; y += 150) {
    for (let x = 40; x < width - 90; x += 20) {
      const wide = 40 + random.below(60);
      const tall = 50 + random.below(70);
      canvas.box(x, y - tall, wide, tall, random.pick([...walls, ...coats]));
      x += wide;
    }
    canvas.box(20, y, width - 40, 14, '#8a7a68');
  }
  return canvas.toJpeg();
}

/** Somebody's picture: head, hair and shoulders. */
export function portrait(random: Random, sex: 1 | 2): Promise<Buffer> {
  const canvas = openCanvas(240, 240, random.pick(skies));
  const [skin, hair] = [random.pick(skins), random.pick(hairs)];
  if (sex === 2) canvas.box(68, 92, 104, 92, hair);
  canvas.oval(120, 236, 92, 62, random.pick(coats));
  canvas.box(104, 140, 32, 44, skin);
  canvas.oval(120, sex === 2 ? 92 : 84, sex === 2 ? 54 : 48, sex === 2 ? 54 : 48, hair);
  canvas.oval(120, 108, 44, 48, skin);
  canvas.box(84, 66 + random.below(8), 72, 14, hair);
  return canvas.toJpeg();
}
