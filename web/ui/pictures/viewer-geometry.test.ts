import { expect, it } from 'vitest';
import { turned, zoomed, zoomIn, zoomOut } from '#web/ui/pictures/viewer-geometry.ts';

it.each([
  [100, zoomIn, 130],
  [200, zoomOut, 140],
  [100, zoomOut, 80],
  [80, zoomOut, 80],
  [50, zoomOut, 50],
  [50, zoomIn, 65],
])('%d wide times %d is %d wide', (width, factor, next) => expect(zoomed(width, factor)).toBeCloseTo(next));

it('turns all the way around', () => {
  expect([0, 90, 180, 270].map(turned)).toEqual([90, 180, 270, 0]);
});
