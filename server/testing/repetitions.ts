/** True for `npm run soak`: everything as often as security.md says. */
export const isSoak = process.env['JIANYE_SOAK'] === '1';

/** A tenth of what security.md says, at least five, unless everything is to be repeated as written. */
export const repetitions = (asWritten: number): number =>
  isSoak ? asWritten : Math.min(asWritten, Math.max(5, Math.round(asWritten / 10)));
