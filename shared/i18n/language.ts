/** Languages of the product; `cn` is the default (R1.1). */
/** Languages of the product; `cn` is the default. */
export type Language = 'cn' | 'en';
export const languages: readonly Language[] = ['cn', 'en'];
export const isLanguage = (value: unknown): value is Language => value === 'cn' || value === 'en';

/** The language a request asks for: `en` when it comes before Chinese in Accept-Language, else Chinese. */
export function languageOf(header: string | undefined): Language {
  const first = (header ?? '').slice(0, 100).split(',')[0]?.trim().toLowerCase() ?? '';
  return first.startsWith('en') ? 'en' : 'cn';
}
