import type { Answer } from '#server/testing/company.ts';

/** Whether the detail of a record was answered, rather than that there is none for the reader. */
export const isReadable = ({ code, data }: Pick<Answer, 'code' | 'data'>): boolean =>
  code === 0 && (data as { readonly dataAuth?: number }).dataAuth !== 0;
