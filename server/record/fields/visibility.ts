import type { Field } from '#shared/record/field.ts';

/** What a reader gets of a field: nothing, its masked text or its values. */
export const visibilities = { none: 0, masked: 1, whole: 2 } as const;
export type Visibility = (typeof visibilities)[keyof typeof visibilities];

export const visibilityOf = ({ hidden, masked }: Pick<Field, 'hidden' | 'masked'>): Visibility =>
  hidden ? (masked ? visibilities.masked : visibilities.none) : visibilities.whole;

/** The field restricted to that visibility. */
export const seenAtMost = (field: Field, most: Visibility): Field =>
  visibilityOf(field) <= most ? field : { ...field, hidden: true, masked: most === visibilities.masked };

/** A value derived from several fields is as visible as the least visible one. */
export const leastOf = (all: readonly Visibility[]): Visibility =>
  all.reduce((least, one) => (one < least ? one : least), visibilities.whole as Visibility);

/** Whether answers contain anything of it. */
export const isDisplayed = (field: Pick<Field, 'hidden' | 'masked'>): boolean =>
  visibilityOf(field) !== visibilities.none;
