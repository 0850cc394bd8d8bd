import type { ComponentType, ReactNode } from 'react';
import type { FilterField, FormField } from '#shared/record/calls/field-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';

export interface InputProps {
  /** The type whose field it is. */
  readonly type: RecordType;
  readonly field: FormField;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly onBlur: () => void;
  /** Values of the whole form, for inputs with two values. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly setValue: (fieldName: string, value: unknown) => void;
  readonly batchId: string;
  readonly id: string;
}

/** The value of a condition, and its display name if it is an id. */
export interface FilterValue {
  readonly value?: unknown;
  readonly name?: string | undefined;
  readonly start?: string;
  readonly end?: string;
}

export interface FilterProps {
  readonly type: RecordType;
  readonly field: FilterField;
  readonly operator: string;
  readonly value: FilterValue;
  readonly onChange: (value: FilterValue) => void;
}

/** Inputs for values of a type. */
export interface InputType {
  readonly input: (props: InputProps) => ReactNode;
  /** For conditions with other inputs than a text or the field's options. */
  readonly filter?: ComponentType<FilterProps>;
}

export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
