import { z } from 'zod';
import { flag } from '#shared/wire/values.ts';

/** Minimum input of a duplicate check: two characters of a name, seven digits of a number (security A13). */
export const leastCharacters = 2;
export const leastDigits = 7;

/** Maximum number of records it returns, and its default page size. */
export const mostDuplicates = 5;

/** How many further matches are counted at most: they are only numbered, never returned (security A13). */
export const mostCountedDuplicates = 95;

/** How many further records match; absent when none does. */
export const moreDuplicates = z.int().max(mostCountedDuplicates).optional();

/** 1 = the caller may open the record; 0 = only its name is returned. */
export const mayReadDuplicate = flag;
