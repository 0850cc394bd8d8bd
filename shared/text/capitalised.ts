/** A word that stands within sentences, as it begins a label. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
