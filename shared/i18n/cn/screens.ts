/** Words of the record screens: list, form, detail, import. */
export const screens = {} as const;
