import { withoutDirections } from '#shared/text/invisible.ts';

/** Stands for a character that no font has. */
export const unknownSign = '□';

/** Joiners and selectors of forms that our fonts do not have. */
const choosesForm = (code: number): boolean =>
  (code >= 0x200b && code <= 0x200d) || (code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef);

const isControl = (code: number): boolean =>
  (code < 0x20 && code !== 0x0a) || (code >= 0x7f && code <= 0x9f) || code === 0x2028 || code === 0x2029;

/** A text as it can be drawn: in lines, without what is no sign. */
export function drawable(text: string): string {
  let drawn = '';
  for (const sign of withoutDirections(text.replaceAll(/\r\n?/g, '\n')).toWellFormed()) {
    const code = sign.codePointAt(0) ?? 0;
    if (!choosesForm(code)) drawn += isControl(code) ? ' ' : sign;
  }
  return drawn;
}
