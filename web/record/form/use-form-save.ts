import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isCallError } from '#web/lib/http/call-error.ts';
import { call } from '#web/lib/http/client.ts';
import { useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { payloadOf, type FormValues } from '#web/record/form/form-values.ts';
import type { FormBegin, FormState } from '#web/record/form/use-form-state.ts';
import { confirm, toast } from '#web/ui/feedback.tsx';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { fieldCalls } from '#shared/record/calls/field-calls.ts';
import type { SaveConflict, SaveProblems } from '#shared/record/calls/save-input.ts';

/** A record that was saved. */
export interface Saved {
  readonly id: number;
  readonly answer: Readonly<Record<string, unknown>>;
}

/** What goes along with the fields, and the message of success in place of the usual one. */
interface SavedBeside {
  readonly entity?: FormValues;
  /** Keys next to `entity`. */
  readonly beside?: FormValues;
  readonly told?: MessageKey;
}

/** Made once the fields are found to be right: the field with a problem, or null when the save is not wanted after all. */
export type Prepared = SavedBeside | { readonly problemAt: string } | null;
type Prepare = () => Promise<Prepared>;

/** The field errors of a refused save. */
type Refusal = Partial<SaveConflict & SaveProblems>;

export const formAsked = ({ screen, id }: FormBegin) => ({
  label: screen.type.code,
  ...(id === undefined ? {} : { id }),
});

/** Saves a form. `onProblem` gets the first field with a problem; all problems are shown. */
export function useFormSave(begin: FormBegin, state: FormState, onProblem: (fieldName: string) => void) {
  const { screen, id } = begin;
  const text = useText();
  const resolve = useConflictResolution(begin, state);
  const {
    saved: fields,
    emptied,
    lines,
    shown,
    start,
    values,
    seen,
    batchId,
    batches,
    check,
    setError,
    forget,
  } = state;
  const save = useAction(screen.calls.save, {
    quiet: true,
    refreshes: [screen.calls.list, screen.calls.read, fieldCalls.information, fieldCalls.lines],
  });
  // pressing the save keys again must not create a second record, nor Escape ask about a saved one
  const phase = useRef<'open' | 'saving' | 'saved'>('open');
  // what was decided is in the form by the next render only
  const [again, setAgain] = useState(false);
  const last = useRef<{ readonly onDone: (saved: Saved) => void; readonly prepare: Prepare | undefined }>(null);
  const isDecided = useRef(false);
  /** The saved record; null when there are problems, which are shown. */
  const trySave = async (prepare: Prepare | undefined): Promise<Saved | null> => {
    const isRight = await Promise.all(shown.map(check));
    const wrong = shown.find((_, at) => !isRight[at]);
    if (wrong) {
      onProblem(wrong.fieldName);
      return null;
    }
    if (lines.hasProblem()) {
      onProblem(lines.setup?.lines.key ?? '');
      return null;
    }
    const more = prepare ? await prepare() : {};
    if (!more) return null;
    if ('problemAt' in more) {
      onProblem(more.problemAt);
      return null;
    }
    const sentLines = lines.sent();
    const { entity, field } = payloadOf(fields, values, id === undefined ? null : start, batches);
    const named = id === undefined ? { batchId } : { [screen.type.idKey]: id };
    try {
      const version = seen === undefined ? {} : { version: seen };
      const withLines = lines.setup && sentLines ? { [lines.setup.lines.key]: sentLines } : {};
      const answer = await save.mutateAsync({
        entity: { ...entity, ...more.entity, ...named },
        field,
        ...version,
        ...withLines,
        ...(emptied.length > 0 && { emptied }),
        ...more.beside,
      });
      forget();
      toast.success(text(more.told ?? (id === undefined ? 'form.added' : 'form.changed')));
      return { id: Number(answer[screen.type.idKey]), answer };
    } catch (error) {
      const refusal = (isCallError(error) ? (error.detail as Refusal | undefined) : {}) ?? {};
      const { overlaps, version, fieldName, problems = [] } = refusal;
      const message = isCallError(error) ? error.msg : '';
      if (overlaps && version !== undefined) isDecided.current = await resolve({ overlaps, version });
      else if (fieldName) {
        for (const problem of [...problems].reverse()) setError(problem.fieldName, problem.msg);
        setError(fieldName, message);
        onProblem(fieldName.split('.')[0] ?? '');
      } else toast.error(message === '' ? text('state.failed') : message);
      return null;
    }
  };
  const submit = async (onDone: (saved: Saved) => void, prepare?: Prepare): Promise<void> => {
    if (phase.current !== 'open') return;
    phase.current = 'saving';
    last.current = { onDone, prepare };
    const saved = await trySave(prepare);
    phase.current = saved ? 'saved' : 'open';
    if (saved) onDone(saved);
    // once this one is over
    else if (isDecided.current) setAgain(true);
    isDecided.current = false;
  };
  const saveAgain = useEffectEvent(() => {
    setAgain(false);
    if (last.current) void submit(last.current.onDone, last.current.prepare);
  });
  useEffect(() => {
    if (again) saveAgain();
  }, [again]);
  return { submit, isSaving: save.isPending, isSaved: () => phase.current === 'saved' };
}

/**
 * Another person has changed the same fields meanwhile: their values are shown, and the user decides on each (security
 * C10). Until all are resolved the form keeps its version. Answers whether the form can be saved at once: lines that came
 * from somebody else are looked at first.
 */
function useConflictResolution(begin: FormBegin, { lines: { setup }, resolve, resolveLines, setSeen }: FormState) {
  const text = useText();
  return async ({ overlaps, version }: Pick<SaveConflict, 'overlaps' | 'version'>): Promise<boolean> => {
    const held = await Promise.all([
      call(fieldCalls.form, formAsked(begin)),
      setup ? call(fieldCalls.lines, formAsked(begin)) : null,
    ]).catch(() => null);
    // already reported; the next save is refused again
    if (held === null) return false;
    const [heldFields, heldLines] = held;
    const decided = new Map<string, boolean>();
    for (const { fieldName, lineId, name, current, editor } of overlaps) {
      const isWhole = lineId !== undefined && !fieldName.includes('.');
      const isGone = lineId !== undefined && heldLines?.lines.every(({ id }) => id !== lineId) === true;
      const isMine = await confirm({
        title: isWhole
          ? text(isGone ? 'form.conflict_removed' : 'form.conflict_line', { editor, name })
          : text('form.conflict', { editor, name, value: current || '–' }),
        okText: text('form.keep_mine'),
        cancelText: text('form.take_theirs'),
      });
      if (lineId === undefined) {
        resolve(fieldName, heldFields, isMine);
      } else decided.set([lineId, ...fieldName.split('.').slice(1)].join('.'), isMine);
    }
    if (heldLines) resolveLines(heldLines, heldFields, decided);
    if (decided.size > 0) toast.info(text('form.save_again'));
    setSeen(version);
    return decided.size === 0;
  };
}
