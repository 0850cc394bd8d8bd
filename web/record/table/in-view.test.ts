import { expect, it } from 'vitest';
import { wayInto } from './in-view.ts';

const area = { left: 100, right: 500, top: 50, bottom: 250 };
const box = (left: number, right: number, top = 100, bottom = 140) => ({ left, right, top, bottom });

it('does not move for what is in view, the edges included', () => {
  expect(wayInto(area, box(100, 500, 50, 250))).toEqual({ x: 0, y: 0 });
});

it('goes as far as needed, in either direction', () => {
  expect(wayInto(area, box(480, 600))).toEqual({ x: 100, y: 0 });
  expect(wayInto(area, box(40, 160))).toEqual({ x: -60, y: 0 });
  expect(wayInto(area, box(200, 300, 240, 280))).toEqual({ x: 0, y: 30 });
  expect(wayInto(area, box(200, 300, 10, 50))).toEqual({ x: 0, y: -40 });
});

it('shows the beginning of what is larger than the view', () => {
  expect(wayInto(area, box(300, 900)).x).toBe(200);
});
