import { useEffect, useState } from 'react';
import { keepText, keptText } from '#web/lib/kept-text.ts';
import type { FormValues } from '#web/record/form/form-values.ts';

/** The state of a form: its values, and the record version that they are based on; none for a new record. */
interface Begun {
  readonly values: FormValues;
  readonly seen: number | undefined;
}

/** The stored draft of a form: only changed values, since others may change the rest meanwhile. */
export function draftOf(start: FormValues, { values, seen }: Begun): string | null {
  const changed = Object.entries(values).filter(
    ([fieldName, value]) => JSON.stringify(value) !== JSON.stringify(start[fieldName]),
  );
  return changed.length === 0 ? null : JSON.stringify({ values: Object.fromEntries(changed), seen });
}

/**
 * The stored changes applied to the current record. They stay based on their original version, so that the save detects
 * conflicting changes (security C10). Stored text is untrusted: what does not fit is left out.
 */
export function readDraft(stored: string | null, start: FormValues, version: number | undefined): Begun {
  const fresh = { values: start, seen: version };
  try {
    const { values, seen } = JSON.parse(stored ?? 'null') as Record<string, unknown>;
    if (typeof values !== 'object' || values === null || typeof seen !== typeof version) return fresh;
    const kept = Object.entries(values).filter(([fieldName]) => fieldName in start);
    return kept.length === 0
      ? fresh
      : { values: { ...start, ...Object.fromEntries(kept) }, seen: seen as Begun['seen'] };
  } catch {
    return fresh;
  }
}

/** The version known after a write of one's own; a version changed by others meanwhile is not known yet. */
export const seenAfter = (seen: number | undefined, written: number): number | undefined =>
  seen !== undefined && written === seen + 1 ? written : seen;

/** The values of a form over its initial ones. Unsaved changes survive a reload (ui "Form template"). */
export function useFormDraft(key: string, first: FormValues, version: number | undefined) {
  const [start, setStart] = useState(first);
  const [begun] = useState(() => readDraft(keptText(key), first, version));
  const [values, setValues] = useState(begun.values);
  const [seen, setSeen] = useState(begun.seen);
  const draft = draftOf(start, { values, seen });
  useEffect(() => keepText(key, draft), [key, draft]);
  return {
    start,
    values,
    seen,
    setSeen,
    isDirty: draft !== null,
    change: (more: FormValues) => setValues((before) => ({ ...before, ...more })),
    /** The record has these values by now: they are no changes of this form. */
    rebase: (more: FormValues) => setStart((before) => ({ ...before, ...more })),
    forget: () => keepText(key, null),
  };
}
