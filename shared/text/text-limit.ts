/** Most characters that people may type into an input of one line (R9.13). */
export const textLimit = 50;
