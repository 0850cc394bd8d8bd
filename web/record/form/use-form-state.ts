import { use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { isCallError } from '#web/lib/http/call-error.ts';
import { call } from '#web/lib/http/client.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { chosenValues } from '#web/record/form/chosen-values.ts';
import { seenAfter, useFormDraft } from '#web/record/form/form-draft.ts';
import {
  newBatchId,
  problemWhenChosen,
  requiring,
  uniqueAsked,
  type FieldProblem,
  type FormValues,
} from '#web/record/form/form-values.ts';
import { formDefaults, hasComputedDefault, notEntered } from '#web/record/form/rules/form-defaults.ts';
import { dependentsIn, emptiedBy, problemIn, ruledField, viewOf } from '#web/record/form/rules/form-rules.ts';
import { useLacks } from '#web/record/form/use-lacks.ts';
import { afterWhole, type Doubtful } from '#web/record/form/within.ts';
import {
  isEmptyLine,
  isSame,
  lineSetupOf,
  newLine,
  readLines,
  type Decisions,
  type FormLine,
} from '#web/record/lines/form-lines.ts';
import { headNames, headPreview, rateForTotal, type HeadPreview } from '#web/record/lines/line-figures.ts';
import { useLines } from '#web/record/lines/use-lines.ts';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { RecordTypesContext, type KnownType } from '#web/record/record-types.ts';
import { fieldCalls, type FormField, type FormLines } from '#shared/record/calls/field-calls.ts';
import { holdsFiles } from '#shared/record/field-types.ts';
import { camelCase, heldType, isBlank } from '#shared/record/field.ts';
import type { FileRow } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';

export interface FormBegin {
  readonly screen: RecordScreen;
  /** Absent for a new record. */
  readonly id?: number;
  readonly version?: number | undefined;
  /** The batch of an existing record, by which checks of unique values leave it out. */
  readonly batchId?: string | undefined;
  /** Initial field values of a new record, by fieldName. */
  readonly initial?: FormValues;
  /** Fields that are required here only, by fieldName: what makes the record one of the part that it is created for. */
  readonly required?: readonly string[] | undefined;
}

export type FormState = ReturnType<typeof useFormState>;

/** The values of a form, its errors, and its file batches. `read` are the fields as currently loaded. */
export function useFormState(
  { screen, id, version, batchId: own, initial, required = [] }: FormBegin,
  read: readonly FormField[],
  readLine: FormLines | null,
) {
  const text = useText();
  const types = use(RecordTypesContext);
  // as loaded when the form was opened: a concurrent write reloads them
  const [fields] = useState(() => requiring(read, required));
  const [setup] = useState(() => readLine && lineSetupOf(screen.type, readLine.fields));
  const lineKey = screen.type.lines?.key ?? '';
  const [first] = useState(() => ({
    ...startValues(fields, initial),
    ...(setup && { [lineKey]: id === undefined ? newLines(initial?.[lineKey]) : readLines(readLine ?? { lines: [] }) }),
  }));
  // a form with initial values has a different draft from one without
  const key = `draft.${screen.type.name}.${id ?? 'new'}${initial ? JSON.stringify(initial) : ''}`;
  const draft = useFormDraft(key, first, version);
  const { start, values: typed, change, rebase, setSeen } = draft;
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const taken = useRef<FormValues>({});
  const batchId = useMemo(() => own || newBatchId(), [own]);
  const [ownLines, startLines] = [linesIn(typed[lineKey]), linesIn(start[lineKey])];
  const head = { fields, start, values: typed, isNew: id === undefined };
  const preview = setup && headPreview(setup, head, ownLines, startLines);
  const [defaults] = useState(() => formDefaults(fields));
  const withDefaults = useCallback(
    (entered: FormValues): FormValues => ({
      ...entered,
      ...defaults.valuesBy({ ...entered, ...figuresOf(screen.type, preview) }),
    }),
    [defaults, screen.type, preview],
  );
  const values = useMemo(() => withDefaults(typed), [withDefaults, typed]);
  const [batches, setBatches] = useState(() => batchesOf(fields, values));
  const latest = useRef(values);
  const typedNow = useRef(typed);
  useEffect(() => {
    latest.current = values;
    typedNow.current = typed;
  }, [values, typed]);
  const lines = useLines({
    setup,
    lines: ownLines,
    start: startLines,
    onChange: (next) => change({ ...(setup && rateForTotal(setup, head, preview)), [lineKey]: next }),
  });
  const setError = (fieldName: string, message: string) => {
    if (lines.takeProblem(fieldName, message)) return;
    setErrors((before) => ((before[fieldName] ?? '') === message ? before : { ...before, [fieldName]: message }));
  };
  /** Takes values of a record that is still chosen where nothing has been entered, also not since it was asked for. */
  const takeOver = (found: FormValues, chosen: string, value: unknown) => {
    const now = latest.current;
    if (!isSame(now[chosen], value)) return;
    const isFree = (name: string): boolean =>
      name === lineKey
        ? linesIn(now[name]).every(isEmptyLine)
        : fields.some((field) => field.fieldName === name && field.disabled !== 1) &&
          (isBlank(now[name]) || defaults.isOpen(name, typedNow.current) || isSame(now[name], taken.current[name]));
    const fresh = Object.fromEntries(Object.entries(found).filter(([name]) => isFree(name)));
    if (Object.keys(fresh).length === 0) return;
    taken.current = { ...taken.current, ...fresh };
    change({ ...fresh, ...(fresh[lineKey] === undefined ? {} : { [lineKey]: newLines(fresh[lineKey]) }) });
    for (const name of Object.keys(fresh)) setError(name, '');
  };
  const problemText = (problem: FieldProblem | null): string => (problem ? text(problem.code, problem.params) : '');
  const lacks = useLacks(screen, (fieldName, problem) => setError(fieldName, problemText(problem)));
  /** Also next to the other values; a default that comes to nothing here may still be filled by the server, which demands it. */
  const problemOfAll = (field: FormField, entered: FormValues, all: FormValues): FieldProblem | null =>
    defaults.isOpen(field.fieldName, entered) && isBlank(all[field.fieldName]) ? null : problemIn(fields, field, all);
  const check = async (field: FormField): Promise<boolean> => {
    const { fieldName } = field;
    const problem = problemOfAll(field, typed, values);
    setError(fieldName, problemText(problem));
    if (problem) return false;
    const isAsBefore = JSON.stringify(values[fieldName]) === JSON.stringify(start[fieldName]);
    if (field.isUnique !== 1 || isBlank(values[fieldName]) || isAsBefore) return true;
    try {
      await call(fieldCalls.verify, uniqueAsked(field, values, id === undefined ? null : batchId), { quiet: true });
      return true;
    } catch (error) {
      setError(fieldName, (isCallError(error) && error.said) || text('form.verify_failed'));
      return false;
    }
  };
  const view = viewOf(fields, values);
  const isShown = ({ fieldName }: FormField) => view.isShown(fieldName);
  return {
    ...draft,
    values,
    fields,
    /** Those that are saved: what the form does not show stays as it is, and the server computes defaults itself. */
    saved: fields.filter((field) => isShown(field) && !defaults.isOpen(field.fieldName, typed)),
    /** Fields with a computed default that somebody has emptied. */
    emptied: defaults.emptiedIn(typed),
    /** The lines, and the resulting money of the document; null for types without lines. */
    lines,
    preview,
    /** Those with their own input, as they are by the values of the others. */
    shown: fields
      .filter((field) => field.companionOf === null && isShown(field))
      .map((field) => ruledField(field, view)),
    errors,
    setError,
    /** Of the record, and of each file field. */
    batchId,
    batches,
    check,
    /** On every blur, also of an input that nothing was entered into. */
    checkWhenLeft: (field: FormField) =>
      void check(field).then((isRight) => isRight && lacks.left(field.fieldName, latest.current)),
    setValue: (fieldName: string, value: unknown) => {
      const { emptied: parts, doubtful } = afterWhole(screen.type, values, fieldName, value);
      // a stage belongs to its group
      const stages = fields.filter((field) => field.groupField === fieldName && values[fieldName] !== value);
      const cleared = {
        ...parts,
        ...Object.fromEntries(stages.map((field) => [field.fieldName, ''])),
        ...emptiedBy(fields, { ...values, [fieldName]: value }, fieldName),
      };
      const entered = { [fieldName]: defaults.entered(fieldName, value), ...cleared };
      change(entered);
      const all = { ...typed, ...entered };
      const next = withDefaults(all);
      for (const name of [fieldName, ...Object.keys(cleared)]) {
        const changed = name === fieldName ? fields.find((one) => one.fieldName === name) : undefined;
        const required = changed && ruledField(changed, viewOf(fields, next)).isNull;
        setError(name, problemText(changed ? problemWhenChosen({ ...changed, isNull: required ?? 0 }, next) : null));
      }
      // what was told may not be so any more
      const dependents = dependentsIn(fields, fieldName);
      for (const field of fields)
        if (errors[field.fieldName] && (dependents.includes(field.fieldName) || defaults.isOpen(field.fieldName, all)))
          setError(field.fieldName, problemText(problemOfAll(field, all, next)));
      lacks.changed(fieldName, next);
      void chosenValues(screen.type, fieldName, value).then((found) => takeOver(found, fieldName, value));
      for (const one of doubtful) void belongs(types, one).then((isPart) => isPart || change({ [one.fieldName]: [] }));
    },
    /** The record has another value of a field by now, which is shown unless the user keeps the own one. */
    resolve: (fieldName: string, held: readonly FormField[], isMine: boolean) => {
      const field = held.filter((one) => one.fieldName === fieldName);
      const value = { [fieldName]: field[0]?.value ?? '' };
      rebase(value);
      if (isMine) return;
      change(value);
      setBatches((before) => ({ ...before, ...batchesOf(field, value) }));
    },
    /** The lines over the document's current ones, and its money, unless typed here. */
    resolveLines: (held: FormLines, heldFields: readonly FormField[], decided: Decisions) => {
      const names = headNames(screen.type.lines?.amounts).filter((name) => isSame(values[name], start[name]));
      const money = Object.fromEntries(
        heldFields
          .filter(({ fieldName }) => names.includes(fieldName))
          .map(({ fieldName, value }) => [fieldName, value]),
      );
      const heldLines = readLines(held);
      lines.rebase(heldLines, decided);
      change(money);
      rebase({ ...money, [lineKey]: heldLines });
    },
    /** The record has been saved with these values, in this version. */
    written: (more: FormValues, next: number) => {
      change(more);
      rebase(more);
      setSeen((before) => seenAfter(before, next));
    },
  };
}

/** The figures that the lines of a new document give it, by the names of its fields. */
function figuresOf({ lines }: RecordType, preview: HeadPreview | null): FormValues {
  const { amounts } = lines ?? {};
  if (!amounts || !preview) return {};
  const { amount, head } = amounts;
  return {
    [head.totalPrice]: preview.totalPrice,
    [head.discountRate]: preview.discountRate,
    // as the type derives it from lines that come to something
    ...(amount !== undefined && Number(preview.totalPrice) !== 0 && { [amount]: preview.totalPrice }),
  };
}

/** A new document starts with the lines that it is begun with, or an empty one. */
const newLines = (begun: unknown): FormLine[] =>
  Array.isArray(begun) && begun.length > 0 ? begun.map((typed: FormValues) => newLine(typed)) : [newLine()];

const linesIn = (value: unknown): readonly FormLine[] => (Array.isArray(value) ? (value as FormLine[]) : []);

/** Whether a record belongs to its required parent; false when it cannot be read. */
async function belongs(types: readonly KnownType[], { to, id, whole }: Doubtful): Promise<boolean> {
  const known = types.find(({ type }) => type.code === to);
  const screen = await known?.load();
  if (!screen) return false;
  const asked = { [screen.type.idKey]: id };
  const row = await call(screen.calls.read, asked, { quiet: true }).catch(() => null);
  return Number(row?.[camelCase(whole.fieldName)]) === whole.id;
}

function startValues(fields: readonly FormField[], initial: FormValues = {}): FormValues {
  return Object.fromEntries(
    fields.map((field) => {
      const { fieldName, value, defaultValue, masked } = field;
      const own = value === '' && defaultValue ? defaultValue : value;
      const begun = masked === 1 ? undefined : initial[fieldName];
      return [fieldName, begun ?? (hasComputedDefault(field) ? notEntered : own)];
    }),
  );
}

/** The files of a field stay in their batch; an empty field starts a new one. */
const batchesOf = (fields: readonly FormField[], values: FormValues): Readonly<Record<string, string>> =>
  Object.fromEntries(
    fields
      .filter((field) => holdsFiles({ formType: heldType(field) }))
      .map(({ fieldName, value }) => [fieldName, batchOf(values[fieldName]) ?? batchOf(value) ?? newBatchId()]),
  );
const batchOf = (files: unknown): string | undefined =>
  Array.isArray(files) ? (files as FileRow[])[0]?.batchId : undefined;
