import { looksAtNothing, sentRules } from '#web/record/designer/rules/draft-rules.ts';
import { draftsOf, problemsOf, sentOf, type FieldDraft } from '#web/record/designer/field-drafts.ts';
import type { fieldCalls } from '#shared/record/calls/field-calls.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';

/** A section while a form is designed: it reaches to the next one. */
export interface SectionDraft {
  readonly key: string;
  readonly title: string;
}

/** What a form is made of, in its order. */
export type FormItem = FieldDraft | SectionDraft;

export const isSection = (item: FormItem): item is SectionDraft => 'title' in item;

export const fieldsIn = (items: readonly FormItem[]): FieldDraft[] =>
  items.flatMap((item) => (isSection(item) ? [] : [item]));

/** What an item is called. */
export const nameIn = (item: FormItem): string => (isSection(item) ? item.title : item.name);

export const newSection = (title: string): SectionDraft => ({ key: crypto.randomUUID(), title });

export function itemsOf(fields: OutputOf<typeof fieldCalls.adminList>): FormItem[] {
  const drafts = draftsOf(fields);
  return fields.flatMap(({ rules }, at): FormItem[] => {
    const [draft] = drafts.slice(at, at + 1);
    const section = rules?.section;
    return [
      ...(section && draft ? [{ key: `section ${draft.key}`, title: section.title }] : []),
      ...(draft ? [draft] : []),
    ];
  });
}

/** The title of the section that begins before each field, by key. */
export function sectionTitles(items: readonly FormItem[]): ReadonlyMap<string, string> {
  const titles = new Map<string, string>();
  for (const [at, item] of items.entries()) {
    const behind = items[at + 1];
    if (isSection(item) && behind && !isSection(behind)) titles.set(behind.key, item.title.trim());
  }
  return titles;
}

/** What is sent of a form: with the rules of its fields. */
export function sentForm(items: readonly FormItem[]) {
  const drafts = fieldsIn(items);
  const titles = sectionTitles(items);
  const names = new Map(drafts.flatMap((one) => (one.fieldId === null ? [[one.key, one.name.trim()]] : [])));
  const nameOf = (key: string) => names.get(key) ?? key;
  return drafts.flatMap((draft) =>
    sentOf([draft]).map((sent) => ({ ...sent, rules: sentRules(draft.rules, titles.get(draft.key), nameOf) })),
  );
}

/** What the page can say before the server is asked, by the key of the item. */
export function problemsIn(items: readonly FormItem[]): ReadonlyMap<string, MessageKey> {
  const drafts = fieldsIn(items);
  const keys = drafts.map(({ key }) => key);
  const found = new Map(problemsOf(drafts));
  for (const { key, rules } of drafts)
    if (!found.has(key) && looksAtNothing(rules, keys)) found.set(key, 'designer.rules_gone');
  const titles = sectionTitles(items);
  for (const [at, item] of items.entries()) {
    if (!isSection(item)) continue;
    const behind = items[at + 1];
    if (item.title.trim() === '') found.set(item.key, 'designer.section_untitled');
    else if (!behind || !titles.has(behind.key)) found.set(item.key, 'designer.section_empty');
  }
  return found;
}
