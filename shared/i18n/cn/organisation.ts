/** Words of staff, departments and roles. */
export const organisation = {} as const;
