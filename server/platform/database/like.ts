/** Escapes a text for a `like` pattern. */
export const literal = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);

/** The pattern that matches every text containing this one. */
export const holding = (text: string): string => `%${literal(text)}%`;
