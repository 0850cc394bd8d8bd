/** Whether a file with this name is shown as a picture: by its extension (R23.3). */
export const isPicture = (name: string): boolean => /\.(?:jpe?g|png|gif|webp|bmp)$/i.test(name);

/** Cuts a name to this many characters, marked with …; whole characters, including emoji (R23.2: 25). */
export function shortName(name: string, length = 25): string {
  const characters = [...name];
  return characters.length <= length ? name : `${characters.slice(0, length).join('')}…`;
}
