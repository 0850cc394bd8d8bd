import { flag } from '#shared/wire/values.ts';

/** Minimum input of a duplicate check: two characters of a name, seven digits of a number (security A13). */
export const leastCharacters = 2;
export const leastDigits = 7;

/** Maximum number of records it returns, and its default page size. */
export const mostDuplicates = 5;

/** 1 = the caller may open the record; 0 = only its name is returned. */
export const mayReadDuplicate = flag;
