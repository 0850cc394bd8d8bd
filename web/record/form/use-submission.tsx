import { useState, type ReactNode } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import type { FormValues } from '#web/record/form/form-values.ts';
import type { SavedBeside } from '#web/record/form/use-form-save.ts';
import type { FormBegin, FormState } from '#web/record/form/use-form-state.ts';
import { isEmptyLine } from '#web/record/lines/form-lines.ts';
import { shownLine } from '#web/record/lines/line-figures.ts';
import type { SaveWay, SubmittedForm } from '#web/record/record-screen.ts';

/** The ways to save a form beside the plain one, and its section about them; no ways where a save is only that. */
export function useSubmission({ screen, id }: FormBegin, state: FormState) {
  const text = useText();
  const [further, setFurther] = useState<FormValues>({});
  const [problem, setProblem] = useState('');
  const { submission } = screen;
  const { setup, lines } = state.lines;
  const form: SubmittedForm = {
    id,
    values: { ...state.values, ...state.preview },
    lines: setup ? lines.filter((line) => !isEmptyLine(line)).map((line) => shownLine(setup, line)) : [],
    further,
  };
  const isUsed = submission?.fits(state.fields) === true;
  const section: ReactNode = isUsed && (
    <submission.Section
      {...form}
      problem={problem}
      onFurther={(next) => {
        setFurther(next);
        setProblem('');
      }}
    />
  );
  return {
    ways: isUsed ? submission.ways : [],
    section,
    /** What is sent beside the fields; null where the user does not go on, or has to choose something first. */
    prepare: async (way: SaveWay): Promise<SavedBeside | null> => {
      const part = await way.prepare(form);
      if (!part || !('problem' in part)) return part;
      setProblem(text(part.problem));
      return null;
    },
  };
}
