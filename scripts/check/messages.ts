import type { Outcome } from './check.ts';
import type { Project } from './project.ts';

const entry = /^\s*'?([\w.]+)'?:\s*(?:\n\s*)?(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"),?$/gm;
/** A placeholder in one of the forms that `shared/i18n/fill.ts` supports. */
const place = /\{(\w{1,40})(?:, lower|, plural, one \{[^{}]{0,80}\} other \{[^{}]{0,80}\})?\}/g;
/** Names of the placeholders of a text, each once: a language may need a number twice. */
const places = (text: string): string =>
  [...new Set([...text.matchAll(place)].map(([, name]) => name))].toSorted().join(',');
const isMalformed = (text: string): boolean => /[{}]/.test(text.replace(place, ''));

/** Keys and texts of one language, read from its files. */
function wordsOf(project: Project, language: string): Map<string, string> {
  const words = new Map<string, string>();
  for (const path of project.paths.filter((one) => one.startsWith(`shared/i18n/${language}/`))) {
    for (const [, key = '', single, double] of project.read(path).matchAll(entry))
      words.set(key, single ?? double ?? '');
  }
  return words;
}

/** Chinese belongs in messages; these contain data or match user input. */
const mayHoldChinese =
  /^shared\/(?:i18n|admin\/(?:menus|seeded-roles|staff-sheets\/staff-words)|crm\/(?:(?:\w+\/)?[\w-]+-type|options)|text\/company-name|record\/(?:time|follow-up-kinds|repairs\/|money\/(?:amount-text|capitals|written-amount))|record\/field-types\/(?:checkbox|id-list))|^server\/(?:demo|testing|migrations|route-table|security|durability)\/|^server\/openapi\/document|^server\/modules\/(?:admin\/seed|auth\/first-admin|crm\/\w+\/print-template\.ts)|^server\/(?:record\/query\/duplicates|modules\/crm\/heading-words|main|start-failures)\.ts|^server\/platform\/(?:places|sheets|session|backup|database\/embedded)\/|\.test\.tsx?$|^web\/lib\/i18n\//;

/**
 * Both languages have the same messages with the same placeholders, every used key exists, and no text is hard-coded.
 */
export function messages(project: Project): Outcome {
  const problems: string[] = [];
  const chinese = wordsOf(project, 'cn');
  const english = wordsOf(project, 'en');
  for (const [key, text] of chinese) {
    const duplicate = english.get(key);
    if (duplicate === undefined) problems.push(`${key} has no English text`);
    else if (places(text) !== places(duplicate))
      problems.push(`${key}: the places differ, {${places(text)}} and {${places(duplicate)}}`);
  }
  for (const [key, text] of [...chinese, ...english])
    if (isMalformed(text)) problems.push(`${key}: a brace that is no place`);
  for (const key of english.keys()) if (!chinese.has(key)) problems.push(`${key} has no Chinese text`);
  for (const source of project.sources('shared', 'server', 'web')) {
    if (source.isTest || source.path.startsWith('shared/i18n/')) continue;
    for (const match of source.text.matchAll(
      /(?:\btext|\btextOf|\btranslate\(\w+(?:\.\w+)?,|new AppError)\(?\s*'([a-z_]+(?:\.[\w]+)+)'/g,
    )) {
      const key = match[1] ?? '';
      if (!chinese.has(key)) problems.push(`${source.at(match.index)} there is no message ${key}`);
    }
    if (mayHoldChinese.test(source.path)) continue;
    const found = /[\u4e00-\u9fff]+/.exec(source.code);
    if (found) problems.push(`${source.at(found.index)} a literal text: ${found[0]}`);
  }
  return { count: chinese.size, things: 'messages', problems };
}
