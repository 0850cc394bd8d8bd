import { flag } from '#shared/wire/values.ts';

/** Least that a check for duplicates looks for: two characters of a name, seven digits of a number (security A13). */
export const leastCharacters = 2;
export const leastDigits = 7;

/** Most records that it tells, and rows of a page of them unless a query says otherwise. */
export const mostDuplicates = 5;

/** 1 = the asker may open the record; 0 = only its name is told. */
export const mayReadDuplicate = flag;
