/** Lower-case letters of alphabets, and their offset from the capitals: Latin, Greek, Cyrillic and full-width Latin. */
const alphabets = [
  ['a', 'z', 32],
  ['à', 'ö', 32],
  ['ø', 'þ', 32],
  ['α', 'ρ', 32],
  ['σ', 'ω', 32],
  ['а', 'я', 32],
  ['ѐ', 'џ', 80],
  ['ａ', 'ｚ', 32],
] as const;

const small = alphabets.flatMap(([first, last]) => {
  const start = first.charCodeAt(0);
  return Array.from({ length: last.charCodeAt(0) - start + 1 }, (_, at) => start + at);
});
const distances = alphabets.flatMap(([first, last, distance]) =>
  Array.from({ length: last.charCodeAt(0) - first.charCodeAt(0) + 1 }, () => distance),
);

/**
 * The letters that UPPER and LOWER support, pair by pair. A list of our own, because JavaScript and each database treat
 * other letters differently.
 */
export const smallLetters = String.fromCharCode(...small);
export const capitalLetters = String.fromCharCode(...small.map((letter, at) => letter - (distances[at] ?? 0)));

const translated = (from: string, to: string) => {
  const pairs = new Map([...from].map((letter, at) => [letter, to[at] ?? letter]));
  return (text: string): string => [...text].map((letter) => pairs.get(letter) ?? letter).join('');
};
export const raised = translated(smallLetters, capitalLetters);
export const lowered = translated(capitalLetters, smallLetters);
