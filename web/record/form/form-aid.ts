import { createContext, use, type ComponentType } from 'react';
import type { FieldProblem, FormValues } from '#web/record/form/form-values.ts';
import type { FormLine, LineSetup } from '#web/record/lines/form-lines.ts';
import type { LineActions } from '#web/record/lines/use-lines.ts';
import type { RecordScreen } from '#web/record/record-screen.ts';
import type { FormField } from '#shared/record/calls/field-calls.ts';

export interface FieldAidProps {
  readonly screen: RecordScreen;
  /** Absent for a new record. */
  readonly id: number | undefined;
  readonly field: FormField;
  readonly values: FormValues;
  /** Shows or hides the panel next to the form. */
  readonly onAside: () => void;
}

export interface FormAsideProps {
  readonly screen: RecordScreen;
  readonly id: number | undefined;
  readonly version: number | undefined;
  readonly fields: readonly FormField[];
  readonly values: FormValues;
  /** Sets values in the form, for the user to save. */
  readonly onFill: (values: FormValues) => void;
  /** The record has been saved with these values, in this version. */
  readonly onWritten: (values: FormValues, version: number) => void;
  readonly onClose: () => void;
}

export interface LinesAidProps {
  readonly values: FormValues;
  readonly setup: LineSetup;
  readonly lines: readonly FormLine[];
  readonly actions: LineActions;
}

/** Aids for forms of some types, such as a check of a company's name (R11.2). */
export interface FormAid {
  readonly key: string;
  /** Names of the record types. */
  readonly types: readonly string[];
  /** Buttons next to a field's label; nothing for unsupported fields. */
  readonly Beside?: ComponentType<FieldAidProps>;
  /** A quiet line below a field's input. */
  readonly Below?: ComponentType<FieldAidProps>;
  /** A quiet line below the lines of the document. */
  readonly Lines?: ComponentType<LinesAidProps>;
  /** What a field lacks by the other values, told when it is left or changed; a save is told by the server. */
  readonly lackOf?: (fieldName: string, values: FormValues) => Promise<FieldProblem | null>;
  /** A panel opened by a button, which makes the form wider. */
  readonly Aside?: ComponentType<FormAsideProps>;
}

/** Every aid. The frame lists them, since record widgets know no module. */
export const FormAidsContext = createContext<readonly FormAid[]>([]);

export const useFormAids = ({ type }: RecordScreen): readonly FormAid[] =>
  use(FormAidsContext).filter(({ types }) => types.includes(type.name));
