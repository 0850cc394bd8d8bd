import { z } from 'zod';
import { endpoint } from '#shared/wire/endpoint.ts';
import { jsonText, nothing, optionalText, text } from '#shared/wire/values.ts';

/** Errors of leads that come from outside. */
export const openLeadErrors = {
  'open_lead.closed': 404,
  'open_lead.stale': 422,
  'open_lead.early': 422,
  'open_lead.unknown': 422,
  'open_lead.reachable': 422,
} as const;
type OpenLeadErrors = typeof openLeadErrors;
declare module '#shared/wire/error-codes.ts' {
  interface ErrorCodes extends OpenLeadErrors {}
}

/** Seconds before a form can be sent: nobody reads and fills it sooner. */
export const formSeconds = { least: 2, most: 24 * 60 * 60 } as const;

/** Requests of one minute that a source takes. */
export const perMinute = { form: { address: 6, all: 120 }, interface: { address: 120, all: 300 } } as const;

const mostValues = 60;
const longestValue = 2000;

/** Values by the name of their field: texts and numbers, lists for several choices. */
const values = z.preprocess(
  jsonText,
  z
    .record(
      z.string().max(100),
      z.union([z.string().max(longestValue), z.number(), z.array(z.string().max(200)).max(50), z.null()]),
    )
    .refine((all) => Object.keys(all).length <= mostValues),
);
export type OpenValues = z.output<typeof values>;

/** How a value is entered. */
const openInputs = ['line', 'lines', 'one', 'several', 'number', 'phone', 'email', 'date'] as const;
export type OpenInput = (typeof openInputs)[number];

export const openField = z.object({
  /** The key of its value. */
  key: z.string(),
  /** In the visitor's language. */
  name: z.string(),
  input: z.enum(openInputs),
  required: z.int(),
  tips: z.string(),
  maxLength: z.int().nullable(),
  options: z.array(z.object({ value: z.string(), label: z.string() })),
});
export type OpenField = z.output<typeof openField>;

/** Calls of visitors and other programs, without a login (docs/decisions/lead-sources.md). */
export const openLeadCalls = {
  /** A form for visitors; one that is off, or that there never was, is answered alike. */
  form: endpoint({
    path: 'open/form',
    access: 'public',
    input: z.object({ key: text(64) }),
    output: z.object({
      title: z.string(),
      intro: z.string(),
      fields: z.array(openField),
      /** What its button says. */
      submit: z.string(),
      /** Sent back with the values: says when the form was opened. */
      stamp: z.string(),
    }),
    codes: ['open_lead.closed'],
  }),
  /** What a visitor has written. The answer does not depend on what is stored. */
  submit: endpoint({
    path: 'open/formSubmit',
    access: 'public',
    effect: 'manual',
    rate: 'login',
    input: z.object({
      key: text(64),
      stamp: text(200),
      values,
      /** Seen and filled by programs alone. */
      homepage: optionalText(200),
    }),
    output: z.object({ thanks: z.string() }),
    codes: ['open_lead.closed', 'open_lead.stale', 'open_lead.early', 'open_lead.reachable', 'http.too_many'],
  }),
  /** A lead of another program; `requestNumber` sent again makes no second lead. */
  lead: endpoint({
    path: 'open/lead',
    access: 'public',
    effect: 'manual',
    rate: 'login',
    input: z.object({ key: text(100), requestNumber: optionalText(100), values }),
    output: nothing,
    codes: ['open_lead.closed', 'open_lead.unknown', 'open_lead.reachable', 'http.too_many'],
  }),
};
