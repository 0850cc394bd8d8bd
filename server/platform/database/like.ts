/** A text in a pattern of `like`, where its own signs mean nothing else. */
export const literal = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);

/** The pattern of every text that holds this one. */
export const holding = (text: string): string => `%${literal(text)}%`;
