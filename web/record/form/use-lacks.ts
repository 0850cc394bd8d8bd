import { useRef } from 'react';
import { useFormAids } from '#web/record/form/form-aid.ts';
import type { FieldProblem, FormValues } from '#web/record/form/form-values.ts';
import type { RecordScreen } from '#web/record/record-screen.ts';

/** Tells what fields lack by the other values, as the aids of the form know it. */
export function useLacks(screen: RecordScreen, tell: (fieldName: string, problem: FieldProblem | null) => void) {
  const aids = useFormAids(screen);
  /** How often each field was asked about: only the last answer counts. */
  const asked = useRef(new Map<string, number>());
  const lacking = useRef(new Set<string>());
  const ask = async (fieldName: string, values: FormValues) => {
    const turn = (asked.current.get(fieldName) ?? 0) + 1;
    asked.current.set(fieldName, turn);
    const lacks = await Promise.all(aids.map(async ({ lackOf }) => (await lackOf?.(fieldName, values)) ?? null));
    if (asked.current.get(fieldName) !== turn) return;
    const lack = lacks.find((one) => one !== null) ?? null;
    if (lack) lacking.current.add(fieldName);
    // what else is wrong with it has been told
    if (lack ?? lacking.current.delete(fieldName)) tell(fieldName, lack);
  };
  return {
    left: (fieldName: string, values: FormValues) => void ask(fieldName, values),
    /** Also asks about the fields that lacked something until now. */
    changed: (fieldName: string, values: FormValues) => {
      for (const name of new Set([fieldName, ...lacking.current])) void ask(name, values);
    },
  };
}
