import { z } from 'zod';
import { jsonText, optionalId, optionalText } from '#shared/wire/values.ts';

/** Who gets the goods, beside the fields of a save; what is missing is taken from the contact. */
export const sentRecipient = z.preprocess(
  jsonText,
  z
    .object({
      contactsId: optionalId,
      name: optionalText(50),
      mobile: optionalText(20),
      address: optionalText(200),
    })
    .optional(),
);
export type SentRecipient = z.output<typeof sentRecipient>;
