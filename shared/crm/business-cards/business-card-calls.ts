import { z } from 'zod';
import { isEmail } from '#shared/record/field-types/email.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import {
  done,
  id,
  limit,
  maxId,
  optionalFlag,
  optionalId,
  optionalText,
  page,
  pageOf,
  someIds,
  text,
} from '#shared/wire/values.ts';

declare module '#shared/wire/endpoint.ts' {
  interface Subjects {
    business_card: true;
  }
}

/** Errors of business cards. */
export const businessCardErrors = {
  'business_card.taken': 422,
  'business_card.unknown_type': 422,
  'business_card.unknown_person': 422,
  'business_card.photo_large': 422,
  'business_card.photo_shape': 422,
} as const;
type BusinessCardErrors = typeof businessCardErrors;
declare module '#shared/wire/error-codes.ts' {
  interface ErrorCodes extends BusinessCardErrors {}
}

const access = 'manage:crm:ElectronicCardConfig';

/** The photo on a card: pixels, and bytes at most. */
export const cardPhoto = { width: 450, height: 630, maxBytes: 204_800 } as const;

/** Most characters of what a card says. */
export const cardLimits = {
  name: 50,
  post: 50,
  company: 100,
  deptName: 50,
  mobile: 30,
  email: 254,
  address: 100,
  introduction: 200,
} as const;

const card = z.object({
  id: z.int(),
  typeId: z.int(),
  /** In the reader's language. */
  typeName: z.string(),
  userId: z.int(),
  /** Of the person in the staff list; the card may say another name. */
  realname: z.string(),
  /** 0 for a person who has been disabled. */
  userStatus: z.int(),
  name: z.string(),
  post: z.string(),
  company: z.string(),
  deptName: z.string(),
  /** With its area code where that is not 86. */
  mobile: z.string(),
  email: z.string(),
  address: z.string(),
  introduction: z.string(),
  /** A link to the photo, '' for none. */
  photo: z.string(),
  photoFileId: z.int().nullable(),
  /** The card as a contact (vCard), which its QR code holds. */
  qrCode: z.string(),
  /** 1 in use, 0 not. */
  status: z.int(),
  createUserId: z.int(),
  createUserName: z.string(),
  createTime: z.string(),
});
export type BusinessCard = z.output<typeof card>;

const mail = z.preprocess(
  (value) => value ?? undefined,
  text(cardLimits.email)
    .refine((value) => value === '' || isEmail(value), { params: { code: 'field.email' } })
    .optional(),
);
/** Absent keeps what is there, '' empties it. */
const words = (max: number) => z.preprocess((value) => value ?? undefined, text(max).optional());

const saved = z.object({
  id: optionalId,
  typeId: optionalId,
  userId: optionalId,
  name: words(cardLimits.name),
  post: words(cardLimits.post),
  company: words(cardLimits.company),
  deptName: words(cardLimits.deptName),
  mobile: words(cardLimits.mobile),
  email: mail,
  address: words(cardLimits.address),
  introduction: words(cardLimits.introduction),
  /** A picture of 450 by 630 pixels that the caller has just uploaded (`file/upload`); 0 removes the photo. */
  photoFileId: z.preprocess(
    (value) => (value === '' || value === null ? undefined : value),
    z.coerce.number().int().min(0).max(maxId).optional(),
  ),
  status: optionalFlag,
});
export type CardSave = z.output<typeof saved>;

/** Electronic business cards of the staff. */
export const businessCardCalls = {
  types: endpoint({
    method: 'GET',
    path: 'electronicBusinessCard/typeList',
    access,
    input: z.object({}),
    output: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
  /** The newest first. `name` is a part of the name on the card, `mobile` of the number. */
  list: endpoint({
    method: 'GET',
    path: 'electronicBusinessCard/memberList',
    access,
    input: z.object({
      page,
      limit: limit(15),
      name: optionalText(cardLimits.name),
      mobile: optionalText(cardLimits.mobile),
      type: optionalId,
      status: optionalFlag,
    }),
    output: pageOf(card),
  }),
  one: endpoint({
    method: 'GET',
    path: 'electronicBusinessCard/memberDetail',
    access,
    ids: { id: 'business_card' },
    input: z.object({ id }),
    output: card,
    codes: ['access.record'],
  }),
  /** A new card, which needs a person, a type and a name, or changes to one: what is absent stays as it is. */
  save: endpoint({
    path: 'electronicBusinessCard/memberAddOrUpdate',
    access,
    ids: { id: 'business_card', typeId: 'reference', userId: 'user', photoFileId: 'file' },
    effect: 'write',
    idempotent: { unless: 'id' },
    input: saved,
    output: z.object({ id: z.int() }),
    codes: [
      'access.record',
      'field.required',
      'field.mobile',
      'field.email',
      'business_card.taken',
      'business_card.unknown_type',
      'business_card.unknown_person',
      'business_card.photo_large',
      'business_card.photo_shape',
    ],
  }),
  remove: endpoint({
    path: 'electronicBusinessCard/memberDelete',
    access,
    ids: { ids: 'business_card' },
    effect: 'write',
    input: z.object({ ids: someIds }),
    output: done,
    codes: ['access.record'],
  }),
};
