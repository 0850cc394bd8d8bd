/** A word used within sentences, capitalised for a label. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
