import { translate } from '#shared/i18n/translate.ts';
import type { Language } from '#shared/i18n/language.ts';
import { printTemplate, type PrintTemplate } from '#shared/record/printing/template.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** The template of a type that nobody has made one for: all that the reader sees, its lines, and what they come to. */
export function plainTemplate(type: RecordType, language: Language): PrintTemplate {
  const head = type.lines?.amounts?.head;
  const amount = head && `{${head.totalPrice}`;
  return printTemplate.parse({
    page: { margins: {} },
    header: { left: '{company}', right: `{${type.titleField}}`, hasRule: true },
    footer: { center: translate(language, 'print.page_of', { page: '{page}', pages: '{pages}' }) },
    blocks: [
      { kind: 'text', text: `{${type.titleField}}`, scale: 'title', isBold: true, align: 'center' },
      { kind: 'space', height: 3 },
      { kind: 'fields', columns: 2 },
      ...(type.lines ? [{ kind: 'space', height: 3 }, { kind: 'lines' }] : []),
      ...(head
        ? [
            { kind: 'fields', columns: 2, fields: [head.totalPrice, head.discountRate] },
            { kind: 'text', text: translate(language, 'print.in_capitals', { amount: `${amount}:capitals}` }) },
          ]
        : []),
    ],
  });
}
