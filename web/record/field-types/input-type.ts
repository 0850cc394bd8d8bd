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
  /** Values of the whole form, for inputs that hold two. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly setValue: (fieldName: string, value: unknown) => void;
  readonly batchId: string;
  readonly id: string;
}

/** What a condition compares with, and what it is called where that is an id. */
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

/** How people put in values of a type. */
export interface InputType {
  readonly input: (props: InputProps) => ReactNode;
  /** Where a condition takes more than a text or one of the field's options. */
  readonly filter?: ComponentType<FilterProps>;
}

export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
