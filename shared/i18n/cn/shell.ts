/** Words of the login page, header, sidebar and common dialogs. */
export const shell = {} as const;
