import type { FieldRules } from '#shared/record/form-rules/field-rules.ts';

interface Placed {
  readonly rules?: FieldRules | undefined;
}

/** Fields that stand together; the first ones of a form may have no title. */
export interface Section<Field> {
  /** Its place among all, also those with nothing to show. */
  readonly at: number;
  readonly title: string | null;
  readonly fields: readonly Field[];
}

/** The sections of a form that have a field to show, in order. */
export function sectionsOf<Field extends Placed>(
  fields: readonly Field[],
  isShown: (field: Field) => boolean = () => true,
): Section<Field>[] {
  const sections: { title: string | null; fields: Field[] }[] = [{ title: null, fields: [] }];
  for (const field of fields) {
    if (field.rules?.section) sections.push({ title: field.rules.section.title, fields: [] });
    if (isShown(field)) sections.at(-1)?.fields.push(field);
  }
  return sections.map((section, at) => ({ at, ...section })).filter(({ fields: own }) => own.length > 0);
}

/** The title of the section that begins before each field that somebody sees, also by a field before it that they do not. */
export function seenSections<Field extends Placed>(
  fields: readonly Field[],
  isSeen: (field: Field) => boolean,
): ReadonlyMap<Field, string> {
  const found = new Map<Field, string>();
  let waiting: string | undefined;
  for (const field of fields) {
    waiting = field.rules?.section?.title ?? waiting;
    if (waiting === undefined || !isSeen(field)) continue;
    found.set(field, waiting);
    waiting = undefined;
  }
  return found;
}
