/** In characters as people count them, not in bytes; any characters, no rule of what they have to be (security N1). */
export const passwordLength = { min: 8, max: 128 } as const;

/** A company may ask for more, up to what people still type. */
export const longestMinimum = 64;
