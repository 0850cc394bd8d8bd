import { z } from 'zod';
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
    guide_item: true;
  }
}

/** Errors of the operation guide. */
export const guideErrors = {
  'guide.no_content': 422,
  'guide.unsafe_address': 422,
  'guide.cover_type': 422,
  'guide.tag_long': 422,
  'guide.many_tags': 422,
} as const;
type GuideErrors = typeof guideErrors;
declare module '#shared/wire/error-codes.ts' {
  interface ErrorCodes extends GuideErrors {}
}

const access = 'manage:crm:operate';

/** Where an item is shown: 2 tutorials, 3 posters, 4 cases, 5 sales talk, 7 business association. */
export const guideModules = [2, 3, 4, 5, 7] as const;
export type GuideModule = (typeof guideModules)[number];

/** Kinds of cases, by the codes that pages for customers ask for. */
export const guideCases = [1, 2, 4, 6, 8, 10, 11, 12, 13, 14, 15] as const;
export type GuideCase = (typeof guideCases)[number];

/** Most characters of what an item says, and most tags. */
export const guideLimits = { title: 50, tag: 10, tags: 5, url: 500 } as const;

export const guideKinds = ['image', 'video', 'article', 'file'] as const;
export type GuideKind = (typeof guideKinds)[number];

export const guideItem = z.object({
  id: z.int(),
  title: z.string(),
  module: z.int(),
  /** Null for no kind of case. */
  caseType: z.int().nullable(),
  tags: z.array(z.string()),
  /** A link to the picture, '' for none. */
  cover: z.string(),
  coverFileId: z.int().nullable(),
  /** What opens: a picture, a video, a page elsewhere, or a file to download. */
  type: z.enum(guideKinds),
  /** The address of what opens; '' for a file. */
  url: z.string(),
  fileId: z.int().nullable(),
  /** '' for an address. */
  fileName: z.string(),
  /** A link to the file, '' for an address. */
  fileLink: z.string(),
  /** 1 shown, 0 not. */
  status: z.int(),
  createUserName: z.string(),
  createTime: z.string(),
  updateUserName: z.string(),
  updateTime: z.string(),
  /** How often people have opened it. */
  viewCount: z.int(),
  /** How often people have handed it on, or copied its address to do so. */
  shareCount: z.int(),
});
export type GuideItem = z.output<typeof guideItem>;

const oneOf = <T extends number>(codes: readonly T[], params: object = {}) =>
  z.preprocess(
    (value) => (value === '' || value === null ? undefined : value),
    z.coerce
      .number()
      .refine((value): value is T => codes.some((code) => code === value), params)
      .optional(),
  );
/** 0 removes what is there. */
const fileOrNone = z.preprocess(
  (value) => (value === '' || value === null ? undefined : value),
  z.coerce.number().int().min(0).max(maxId).optional(),
);
/** Absent keeps what is there, '' empties it. */
const words = (max: number) => z.preprocess((value) => value ?? undefined, text(max).optional());

const saved = z.object({
  id: optionalId,
  title: words(guideLimits.title),
  module: oneOf(guideModules),
  /** 0 for no kind of case. */
  caseType: oneOf([0, ...guideCases]),
  /** Separated by commas, Chinese ones too. */
  tags: words(100),
  /** A picture that the caller has just uploaded (`file/upload`). */
  coverFileId: fileOrNone,
  /** A file that the caller has just uploaded; it takes the place of an address. */
  fileId: fileOrNone,
  /** Of a page or a video elsewhere, by https; it takes the place of a file. */
  url: words(guideLimits.url),
  status: optionalFlag,
});
export type GuideSave = z.output<typeof saved>;

/** Administration of the operation guide (oa facts 14.3). */
export const guideCalls = {
  /** By module, each in its own order. `search` is a part of a title or a tag. */
  list: endpoint({
    path: 'CrmOperate/queryManageList',
    access,
    input: z.object({
      page,
      limit: limit(15),
      search: optionalText(guideLimits.title),
      module: oneOf(guideModules),
      status: optionalFlag,
    }),
    output: pageOf(guideItem),
  }),
  /** A new item, last of its module, which needs a title, a module and a file or an address; or changes to one. */
  save: endpoint({
    path: 'CrmOperate/addOrUpdate',
    access,
    ids: { id: 'guide_item', coverFileId: 'file', fileId: 'file' },
    effect: 'write',
    idempotent: { unless: 'id' },
    input: saved,
    output: z.object({ id: z.int() }),
    codes: [
      'access.record',
      'field.required',
      'guide.no_content',
      'guide.unsafe_address',
      'guide.cover_type',
      'guide.tag_long',
      'guide.many_tags',
    ],
  }),
  /** Changes places with its neighbour in the module, or goes before all of them; at the end it stays. */
  move: endpoint({
    path: 'CrmOperate/move',
    access,
    ids: { id: 'guide_item' },
    effect: 'write',
    input: z.object({ id, to: z.enum(['up', 'down', 'top']) }),
    output: done,
    codes: ['access.record'],
  }),
  remove: endpoint({
    path: 'CrmOperate/deleteByIds',
    access,
    ids: { ids: 'guide_item' },
    effect: 'write',
    input: z.object({ ids: someIds }),
    output: done,
    codes: ['access.record'],
  }),
};
