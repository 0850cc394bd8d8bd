import { plain } from '#server/record/field-types/plain.ts';
import type { ServerType } from '#server/record/field-types/server-type.ts';

/** Forms get the files of the batch; sheets and documents contain none. */
export const file: ServerType<string> = {
  ...plain,
  inForm: (batch, _field, { files }) => files.get(batch ?? '') ?? [],
  inSheet: { kind: 'text', cell: () => '' },
  onPaper: { isLeftOut: true },
};
