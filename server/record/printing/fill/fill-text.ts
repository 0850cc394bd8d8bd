import type { MarginPart } from '#server/platform/documents/document.ts';
import { drawable } from '#server/platform/documents/clean-text.ts';
import type { PrintedRecord, PrintedValue } from '#server/record/printing/printed-value.ts';
import type { Language } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';
import { amountInCapitals } from '#shared/record/money/capitals.ts';
import { pageKeys, piecesOf, type FieldPiece, type ValueFormat } from '#shared/record/printing/field-text.ts';

/** What a template is filled with. */
export interface Filling {
  readonly record: PrintedRecord;
  readonly language: Language;
  /** Money is left out, and every line of text that names some. */
  readonly withoutPrices: boolean;
}

const isAmount = (value: unknown): value is string =>
  typeof value === 'string' && /^-?\d{1,13}(?:\.\d{1,2})?$/.test(value);

/** Chinese days are written without zeros before them. */
const shortened = (part: string | undefined, language: Language): string =>
  language === 'cn' ? String(Number(part)) : (part ?? '');

/** Other ways to write a value; what they do not fit, such as a mask, stays as it is. */
const formats: Readonly<Record<ValueFormat, (shown: PrintedValue, language: Language) => string>> = {
  capitals: ({ value, text }) => (isAmount(value) ? amountInCapitals(value) : text),
  day: ({ value, text }, language) => {
    const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(String(value ?? '')) ?? [];
    if (year === undefined) return text;
    return translate(language, 'print.day', { year, month: shortened(month, language), day: shortened(day, language) });
  },
};

function valueText({ record, language }: Filling, { key, format }: FieldPiece): string {
  const shown = record.values.get(key);
  if (!shown) return '';
  return Object.hasOwn(formats, format) ? formats[format as ValueFormat](shown, language) : shown.text;
}

const isPriced = ({ record, withoutPrices }: Filling, line: string): boolean =>
  withoutPrices && piecesOf(line).some((piece) => 'key' in piece && record.values.get(piece.key)?.isMoney === true);

/** A text with the values of its fields. */
export const filledText = (filling: Filling, text: string): string =>
  drawable(
    text
      .split('\n')
      .filter((line) => !isPriced(filling, line))
      .map((line) =>
        piecesOf(line)
          .map((piece) => ('text' in piece ? piece.text : valueText(filling, piece)))
          .join(''),
      )
      .join('\n'),
  );

/** The same for a line above or below the pages, whose numbers come later. */
export const filledParts = (filling: Filling, text: string): MarginPart[] =>
  isPriced(filling, text)
    ? []
    : piecesOf(text).map((piece): MarginPart => {
        if ('text' in piece) return { text: drawable(piece.text) };
        const number = pageKeys.find((one) => one === piece.key);
        return number ? { number } : { text: drawable(valueText(filling, piece)) };
      });
