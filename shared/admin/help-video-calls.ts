import { z } from 'zod';
import { endpoint } from '#shared/wire/endpoint.ts';
import { done } from '#shared/wire/values.ts';

/** Module codes of the types whose forms have a help video (R11.3). */
export const helpVideoTypes = [2, 5] as const;

const type = z.coerce
  .number()
  .int()
  .refine((code) => helpVideoTypes.some((one) => one === code));

/** Help videos of forms, by address; the files are hosted elsewhere. */
export const helpVideoCalls = {
  get: endpoint({
    path: 'sysConfig/queryHelpVideo',
    access: 'login',
    input: z.object({}),
    /** For every type that can have one; an empty text where none is set. */
    output: z.array(z.object({ type: z.int(), url: z.string() })),
  }),
  set: endpoint({
    path: 'sysConfig/setHelpVideo',
    access: 'manage:crm:setting',
    effect: 'write',
    /** An empty text removes the video. */
    input: z.object({ type, url: z.string().trim().max(500) }),
    output: done,
    codes: ['config.video'],
  }),
};
