import { z } from 'zod';
import { endpoint, uploadLimits } from '#shared/wire/endpoint.ts';
import { done, nothing, optionalFlag, text } from '#shared/wire/values.ts';

export const systemConfigCalls = {
  /** The company's name and logo, which the login page shows, and what passwords are held to (security A1). */
  get: endpoint({
    path: 'sysConfig/querySysConfig',
    access: 'public',
    input: nothing,
    /** Empty texts when nothing is set; the logo is a `data:` address. */
    output: z.object({
      name: z.string(),
      logo: z.string(),
      /** Address of the provider's platform, empty without one (R1.4). */
      platformHome: z.string(),
      /** How long a new password has to be at least; links to set one are opened without a login. */
      minPasswordLength: z.int(),
    }),
  }),
  /** Part `file` is a new logo; without it the old one is kept, unless `clearLogo` is 1. */
  set: endpoint({
    path: 'sysConfig/setSysConfig',
    access: 'manage:system:update',
    effect: 'manual',
    upload: { kind: 'image', maxBytes: uploadLimits.image, required: false },
    input: z.object({ name: text(50).optional(), clearLogo: optionalFlag }),
    output: done,
    codes: ['config.logo', 'file.type', 'file.empty', 'file.too_large', 'file.pixels', 'file.damaged'],
  }),
};
