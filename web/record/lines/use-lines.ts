import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import type { FormValues } from '#web/record/form/form-values.ts';
import {
  asNewLine,
  isEmptyLine,
  lineProblem,
  newLine,
  rebasedLines,
  sentLines,
  typedInto,
  type Decisions,
  type FormLine,
  type LineSetup,
} from '#web/record/lines/form-lines.ts';
import { shownLine } from '#web/record/lines/line-figures.ts';
import { pastedInto } from '#web/record/lines/paste-block.ts';
import { toast } from '#web/ui/feedback.tsx';
import { maxLines } from '#shared/record/lines.ts';

/** Number of undoable changes. */
const mostPast = 50;

/** Problems of a line by field; '' for the line as a whole. */
export type LineErrors = Readonly<Record<string, string>>;

export interface Cell {
  readonly key: string;
  readonly fieldName: string;
}

/** Callbacks for editors of lines; stable while a form is open. */
export interface LineActions {
  readonly type: (cell: Cell, value: unknown) => void;
  /** Returns the key of the new line, which is last unless placed after another one; null at the limit. */
  readonly add: (behind?: string) => string | null;
  /** New lines with these typed values, behind the others. */
  readonly addAll: (typed: readonly FormValues[]) => void;
  /** Shows further values in a line, as part of the change before. */
  readonly fill: (key: string, values: FormValues) => void;
  readonly remove: (key: string) => void;
  readonly duplicate: (key: string) => string | null;
  /** To an index in the lines without it. */
  readonly move: (key: string, to: number) => void;
  readonly paste: (from: Cell, block: readonly (readonly string[])[]) => void;
  readonly undo: () => boolean;
  /** Reports the problem of a cell on blur. */
  readonly check: (cell: Cell) => void;
}

interface Kept {
  readonly setup: LineSetup | null;
  readonly lines: readonly FormLine[];
  readonly start: readonly FormLine[];
  /** Sets the lines after an edit. */
  readonly onChange: (lines: readonly FormLine[]) => void;
}

export type LineState = ReturnType<typeof useLines>;

/** The lines of a form: their edits, their problems, and the value for a save. */
export function useLines(kept: Kept) {
  const text = useText();
  const [errors, setErrors] = useState<Readonly<Record<string, LineErrors>>>({});
  const [past, setPast] = useState<readonly (readonly FormLine[])[]>([]);
  const latest = useRef(kept);
  useLayoutEffect(() => {
    latest.current = kept;
  });
  const typing = useRef('');
  const trail = useRef(past);

  const { actions, put, say } = useMemo(() => {
    const say = (key: string, fieldName: string, message: string): void =>
      setErrors((before) => {
        if ((before[key]?.[fieldName] ?? '') === message) return before;
        const { [fieldName]: _, ...rest } = before[key] ?? {};
        return { ...before, [key]: message === '' ? rest : { ...rest, [fieldName]: message } };
      });
    const put = (lines: readonly FormLine[]): void => {
      // later changes in the same event build on it
      latest.current = { ...latest.current, lines };
      latest.current.onChange(lines);
    };
    const remember = (what: string): void => {
      const isSameCell = what !== '' && what === typing.current;
      typing.current = what;
      if (isSameCell) return;
      trail.current = [...trail.current, latest.current.lines].slice(-mostPast);
      setPast(trail.current);
    };
    const edit = (lines: readonly FormLine[], what = ''): void => {
      remember(what);
      put(lines);
    };
    const hasRoom = (count: number): boolean => {
      if (count <= maxLines) return true;
      toast.error(text('lines.too_many', { name: text('lines.name'), max: maxLines, count }));
      return false;
    };
    const insert = (line: FormLine, at: number): string | null => {
      const { lines } = latest.current;
      if (!hasRoom(lines.length + 1)) return null;
      edit(lines.toSpliced(at, 0, line));
      return line.key;
    };
    const placeOf = (key: string): number => latest.current.lines.findIndex((line) => line.key === key);
    const check = ({ key, fieldName }: Cell): void => {
      const { setup, lines } = latest.current;
      const line = lines.find((one) => one.key === key);
      const field = setup?.fields.find((one) => one.fieldName === fieldName);
      if (!setup || !line || !field) return;
      const problem = isEmptyLine(line) ? null : lineProblem(setup, line, field, shownLine(setup, line));
      say(key, fieldName, problem ? text(problem.code, problem.params) : '');
    };
    const actions: LineActions = {
      check,
      type: ({ key, fieldName }, value) => {
        const { setup, lines } = latest.current;
        if (!setup) return;
        edit(
          lines.map((line) => (line.key === key ? typedInto(setup, line, fieldName, value) : line)),
          `${key} ${fieldName}`,
        );
        say(key, fieldName, '');
      },
      add: (behind) => insert(newLine(), behind === undefined ? latest.current.lines.length : placeOf(behind) + 1),
      addAll: (typed) => {
        const filled = latest.current.lines.filter((line) => !isEmptyLine(line));
        if (hasRoom(filled.length + typed.length)) edit([...filled, ...typed.map((values) => newLine(values))]);
      },
      fill: (key, values) =>
        put(
          latest.current.lines.map((line) =>
            line.key === key ? { ...line, typed: { ...line.typed, ...values } } : line,
          ),
        ),
      remove: (key) => edit(latest.current.lines.filter((line) => line.key !== key)),
      duplicate: (key) => {
        const { setup, lines } = latest.current;
        const line = lines.find((one) => one.key === key);
        return setup && line ? insert(asNewLine(setup, line), placeOf(key) + 1) : null;
      },
      move: (key, to) => {
        const { lines } = latest.current;
        const line = lines.find((one) => one.key === key);
        const rest = lines.filter((one) => one !== line);
        if (line && to >= 0 && to <= rest.length && to !== placeOf(key)) edit(rest.toSpliced(to, 0, line));
      },
      paste: (from, block) => {
        const { setup, lines } = latest.current;
        if (!setup) return;
        if (!hasRoom(Math.max(lines.length, placeOf(from.key) + block.length))) return;
        const pasted = pastedInto(setup, lines, from, block);
        edit(pasted.lines);
        for (const line of pasted.lines.slice(placeOf(from.key)).slice(0, block.length))
          for (const { fieldName } of setup.fields)
            if (Object.hasOwn(line.typed, fieldName) || Object.hasOwn(line.unread, fieldName))
              check({ key: line.key, fieldName });
        const names = pasted.passedOver.map(({ name }) => name).join(text('lines.and'));
        if (names !== '') toast.info(text('lines.passed_over', { names }));
        if (pasted.beyond > 0) toast.warning(text('lines.beyond', { count: pasted.beyond }));
      },
      undo: () => {
        const before = trail.current.at(-1);
        if (!before) return false;
        trail.current = trail.current.slice(0, -1);
        setPast(trail.current);
        typing.current = '';
        put(before);
        return true;
      },
    };
    return { actions, put, say };
  }, [text]);

  const { setup, lines, start } = kept;
  return {
    setup,
    lines,
    errors,
    actions,
    mayUndo: past.length > 0,
    /** The value for a save; null without a change. */
    sent: () => (setup ? sentLines(setup, lines, start) : null),
    /** Shows all problems. Returns whether there are any. */
    hasProblem: (): boolean => {
      if (!setup) return false;
      const found = lines.flatMap((line) =>
        isEmptyLine(line) || (line.id !== null && Object.keys({ ...line.typed, ...line.unread }).length === 0)
          ? []
          : setup.fields.flatMap((field) => {
              const problem = lineProblem(setup, line, field, shownLine(setup, line));
              return problem ? [[line.key, field.fieldName, text(problem.code, problem.params)] as const] : [];
            }),
      );
      setErrors({});
      for (const [key, fieldName, message] of found) say(key, fieldName, message);
      return found.length > 0;
    },
    /** Shows a problem from the server, such as at `product.2.num`, at its cell; false when it is not about a line. */
    takeProblem: (path: string, message: string): boolean => {
      const [key, place, fieldName = ''] = path.split('.');
      if (!setup || key !== setup.lines.key) return false;
      const line = lines.filter((one) => !isEmptyLine(one))[Number(place)];
      say(line?.key ?? '', line ? fieldName : '', message);
      return true;
    },
    /** The document's current lines become the base of these changes. */
    rebase: (held: readonly FormLine[], decided: Decisions): readonly FormLine[] => {
      if (!setup) return lines;
      const rebased = rebasedLines(setup, lines, start, held, decided);
      trail.current = [];
      setPast([]);
      setErrors({});
      put(rebased);
      return rebased;
    },
  };
}
