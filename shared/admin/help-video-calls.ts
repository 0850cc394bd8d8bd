import { z } from 'zod';
import { endpoint } from '#shared/wire/endpoint.ts';
import { done } from '#shared/wire/values.ts';

/** Module codes of the types whose forms have a help video (R11.3). */
export const helpVideoTypes = [2] as const;

const type = z.coerce
  .number()
  .int()
  .refine((code) => helpVideoTypes.some((one) => one === code));

/** Videos that explain the forms, by address; no file of ours. */
export const helpVideoCalls = {
  get: endpoint({
    path: 'sysConfig/queryHelpVideo',
    access: 'login',
    input: z.object({}),
    /** Of every type that can have one; an empty text where none is set. */
    output: z.array(z.object({ type: z.int(), url: z.string() })),
  }),
  set: endpoint({
    path: 'sysConfig/setHelpVideo',
    access: 'manage:crm:setting',
    effect: 'write',
    /** An empty text takes the video away. */
    input: z.object({ type, url: z.string().trim().max(500) }),
    output: done,
    codes: ['config.video'],
  }),
};
