import { z } from 'zod';
import type { FollowUpLink, RecordType } from '#shared/record/record-type.ts';
import type { Subject } from '#shared/wire/endpoint.ts';
import { idList } from '#shared/wire/values.ts';

/** Other records that a follow-up refers to: their ids by wire key. */
export type LinkedIds = Readonly<Record<string, readonly number[]>>;

const byKey = <T>(
  links: readonly FollowUpLink[],
  key: 'idsKey' | 'listKey',
  valueOf: (link: FollowUpLink) => T,
): Record<string, T> => Object.fromEntries(links.map((link) => [link[key], valueOf(link)]));

export const linksOf = ({ followUpLinks = [] }: RecordType): readonly FollowUpLink[] => followUpLinks;

/** The types of the id parameters of a follow-up. */
export const linkSubjects = (type: RecordType): Readonly<Record<string, Subject>> =>
  byKey(linksOf(type), 'idsKey', ({ subject }) => subject);

const idsShape = (type: RecordType) => byKey(linksOf(type), 'idsKey', () => idList);

/** The ids as a request names them. */
export const linksInput = (type: RecordType): Record<never, never> => idsShape(type);

/** The ids of a parsed request. */
export const linkedIds = (type: RecordType, input: object): LinkedIds => z.object(idsShape(type)).parse(input);

/** The ids as an answer names them, joined by commas. */
export const idsOutput = (links: readonly FollowUpLink[]): Record<never, never> =>
  byKey(links, 'idsKey', () => z.string());

/** Another record that a follow-up refers to, if the reader may see it. */
const linkedRecord = z.object({ id: z.int(), name: z.string() });
export type LinkedRecord = z.infer<typeof linkedRecord>;

export const listsOutput = (links: readonly FollowUpLink[]): Record<never, never> =>
  byKey(links, 'listKey', () => z.array(linkedRecord));

/** The other records of a follow-up, from the row of an answer. */
export const linkedRecords = (type: RecordType, row: object): LinkedRecord[] =>
  linksOf(type).flatMap(({ listKey }) => (row as Readonly<Record<string, LinkedRecord[] | undefined>>)[listKey] ?? []);
