/** The page of the API document. */
export const apiAddress = '/person/api';
