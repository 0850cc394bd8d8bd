/** Languages of the product; `cn` is the default (R1.1). */
/** Languages of the product; `cn` is the default. */
export type Language = 'cn' | 'en';
export const languages: readonly Language[] = ['cn', 'en'];
export const isLanguage = (value: unknown): value is Language => value === 'cn' || value === 'en';

/** The language that a browser prefers: `en` when it comes before Chinese in Accept-Language, else Chinese. */
function languageOf(header: string | undefined): Language {
  const first = (header ?? '').slice(0, 100).split(',')[0]?.trim().toLowerCase() ?? '';
  return first.startsWith('en') ? 'en' : 'cn';
}

interface Headers {
  readonly [name: string]: string | string[] | undefined;
}

/** By which a client says its language on purpose; browsers send theirs by themselves. */
export const languageHeader = 'x-language';

/** The language that a client has said on purpose; null for none. */
export function saidLanguage({ [languageHeader]: said }: Headers): Language | null {
  return isLanguage(said) ? said : null;
}

/** The language to answer in: what the client says, else the person's own, else what the browser prefers. */
export const answerLanguage = (headers: Headers, own?: Language): Language =>
  saidLanguage(headers) ?? own ?? languageOf([headers['accept-language']].flat()[0]);
