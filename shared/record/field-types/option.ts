import { withoutInvisible } from '#shared/text/invisible.ts';

/** The option that a text means: as it was set up, also when either has characters that are not seen. */
export const optionFor = (options: readonly string[], text: string): string | undefined =>
  options.includes(text) ? text : options.find((option) => withoutInvisible(option) === withoutInvisible(text));
