/** What no line of text needs: signs without width, joiners, variation selectors, direction marks, interlinear notes. */
const invisible = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu;
/** Marks that turn the direction in which a text is read. */
const directions = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** One line without invisible characters: nobody can tell it from another that has some (security C11). */
export const withoutInvisible = (line: string): string => line.replace(invisible, '');

/** Long text without marks of direction; emoji and some scripts need other characters that are not seen. */
export const withoutDirections = (text: string): string => text.replace(directions, '');

/**
 * The form in which unique values are compared: full and half width and invisible characters make no difference. The
 * database has the same rule in `unique_key` (migration 0048), which the index of unique values needs.
 */
export const uniqueKey = (value: string): string => withoutInvisible(value).normalize('NFKC');
