export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Placement of a picture behind the crop frame: its turns, scale, and the offset of its middle from the frame's middle.
 */
export interface Placement {
  /** Quarter turns clockwise, 0 to 3. */
  readonly turns: number;
  /** 1 just covers the frame. */
  readonly zoom: number;
  /** Screen pixels. */
  readonly offset: Point;
}

export const maxZoom = 4;
export const startPlacement: Placement = { turns: 0, zoom: 1, offset: { x: 0, y: 0 } };

/** Size of the picture after its turns. */
const turned = ({ width, height }: Size, turns: number): Size =>
  turns % 2 === 0 ? { width, height } : { width: height, height: width };

/** Screen pixels per pixel of the picture. */
export function scaleOf(picture: Size, frame: Size, { turns, zoom }: Placement): number {
  const size = turned(picture, turns);
  return Math.max(frame.width / size.width, frame.height / size.height) * zoom;
}

/** The nearest placement that leaves no part of the frame empty. */
export function clamp(picture: Size, frame: Size, placement: Placement): Placement {
  const within = { ...placement, zoom: Math.min(Math.max(placement.zoom, 1), maxZoom) };
  const size = turned(picture, within.turns);
  const scale = scaleOf(picture, frame, within);
  const limit = (length: number, room: number, value: number) => {
    const most = Math.max(0, (length * scale - room) / 2);
    return Math.min(Math.max(value, -most), most);
  };
  const { offset } = within;
  return {
    ...within,
    offset: { x: limit(size.width, frame.width, offset.x), y: limit(size.height, frame.height, offset.y) },
  };
}

/**
 * Size of the result: as requested, else the visible part of the picture, pixel by pixel. Never larger than `maxSize`
 * on either side (R23.6).
 */
export function outputSize(picture: Size, frame: Size, placement: Placement, maxSize: number, asked?: Size): Size {
  const scale = scaleOf(picture, frame, placement);
  const wanted = asked ?? { width: frame.width / scale, height: frame.height / scale };
  const shrink = Math.min(1, maxSize / Math.max(wanted.width, wanted.height));
  return {
    width: Math.max(1, Math.round(wanted.width * shrink)),
    height: Math.max(1, Math.round(wanted.height * shrink)),
  };
}
