/** Whether a file with this name is shown as a picture: by its extension (spec §4 "Picture viewer"). */
export const isPicture = (name: string): boolean => /\.(?:jpe?g|png|gif|webp|bmp)$/i.test(name);

/** A name cut to so many characters, marked with …; whole characters, emoji too (spec §3: 25). */
export function shortName(name: string, length = 25): string {
  const characters = [...name];
  return characters.length <= length ? name : `${characters.slice(0, length).join('')}…`;
}
