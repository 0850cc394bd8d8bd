import { describe, expect, it } from 'vitest';
import { clamp, outputSize, scaleOf, startPlacement } from '#web/ui/pictures/crop-geometry.ts';

const frame = { width: 200, height: 200 };
const wide = { width: 800, height: 400 };

it('covers the frame, turned or not', () => {
  expect(scaleOf(wide, frame, startPlacement)).toBe(0.5);
  expect(scaleOf(wide, { width: 100, height: 200 }, { ...startPlacement, turns: 1 })).toBe(0.25);
  expect(scaleOf({ width: 50, height: 100 }, frame, startPlacement)).toBe(4);
});

describe('a picture', () => {
  it('is moved no further than its edge', () => {
    // 800 x 400 at half size: 100 spare pixels on the left and right, none above and below
    expect(clamp(wide, frame, { turns: 0, zoom: 1, offset: { x: 500, y: 30 } }).offset).toEqual({ x: 100, y: 0 });
    expect(clamp(wide, frame, { turns: 0, zoom: 2, offset: { x: -999, y: -999 } }).offset).toEqual({
      x: -300,
      y: -100,
    });
    expect(clamp(wide, frame, { turns: 1, zoom: 1, offset: { x: 50, y: 500 } }).offset).toEqual({ x: 0, y: 100 });
  });

  it('is enlarged up to four times', () => {
    expect(clamp(wide, frame, { ...startPlacement, zoom: 0.2 }).zoom).toBe(1);
    expect(clamp(wide, frame, { ...startPlacement, zoom: 9 }).zoom).toBe(4);
  });
});

describe('the result', () => {
  it('has the pixels of the picture', () => {
    expect(outputSize(wide, frame, startPlacement, 2000)).toEqual({ width: 400, height: 400 });
    expect(outputSize(wide, frame, { ...startPlacement, zoom: 2 }, 2000)).toEqual({ width: 200, height: 200 });
  });

  it('is never larger than the limit', () => {
    expect(outputSize({ width: 9000, height: 6000 }, { width: 200, height: 100 }, startPlacement, 2000)).toEqual({
      width: 2000,
      height: 1000,
    });
    expect(outputSize(wide, frame, startPlacement, 2000, { width: 3000, height: 1500 })).toEqual({
      width: 2000,
      height: 1000,
    });
  });

  it('has the requested size', () => {
    expect(outputSize(wide, { width: 200, height: 280 }, startPlacement, 2000, { width: 450, height: 630 })).toEqual({
      width: 450,
      height: 630,
    });
  });
});
