/** Steps and minimum width of the zoom, in pixels (R23.5). */
export const zoomIn = 1.3;
export const zoomOut = 0.7;
const narrowest = 80;

/** The next width of a picture; a narrower picture is not shrunk. */
export const zoomed = (width: number, factor: number): number => Math.max(Math.min(width, narrowest), width * factor);

/** 0, 90, 180, 270 and 0 again (R23.5). */
export const turned = (degrees: number): number => (degrees + 90) % 360;
