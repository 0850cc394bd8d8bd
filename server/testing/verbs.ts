import { asker } from '#server/testing/conformance.ts';
import type { Company } from '#server/testing/company.ts';
import { callPath, type NamedCall } from '#shared/record/capabilities/call-paths.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { companyTime } from '#shared/record/time.ts';

export interface Verb {
  readonly action: string;
  readonly call: NamedCall;
  readonly body: (type: RecordType, ids: readonly number[]) => Record<string, unknown>;
  /** What the log calls it; absent for what only reads. */
  readonly event?: string;
  /** Brings records to where the verb begins, by an administrator. */
  readonly before?: (type: RecordType, ids: readonly number[]) => Promise<unknown>;
  readonly undo?: boolean;
  /** Names one record at a time, or settles each by itself: no other record suffers from one out of reach. */
  readonly single?: boolean;
  readonly isGone?: boolean;
  /** The right to the pool of the type opens the call too, for what is in there. */
  readonly readsPool?: boolean;
}

/** What record types let people do with records, and what they list, by a field of options `group` where one is asked for. */
export function verbsOf(company: () => Company, newTitle: () => string, group: string) {
  const peer = () => company().people.peer.userId;
  const idsOf = (type: RecordType, ids: readonly number[]) => ({ [type.idsKey]: ids });
  const oneOf = (type: RecordType, [id]: readonly number[]) => ({ [type.idKey]: id });
  const team = (ids: readonly number[], power: number) => ({ ids, memberIds: [peer()], power });
  const remove = (type: RecordType, ids: readonly number[]) =>
    asker(company())(callPath(type, 'remove'), idsOf(type, ids), 'admin');
  const join = (type: RecordType, ids: readonly number[]) =>
    asker(company())(callPath(type, 'addMembers'), team(ids, 1), 'admin');

  const tomorrow = companyTime(Date.now() + 86_400_000);

  const verbs: Readonly<Record<string, Verb>> = {
    update: {
      action: 'update',
      call: 'save',
      event: 'changed',
      single: true,
      body: (type, ids) => ({ entity: { ...oneOf(type, ids), [type.titleField]: newTitle() }, field: [] }),
    },
    'edit a field': {
      action: 'update',
      call: 'editField',
      event: 'edited',
      undo: true,
      body: (_type, ids) => ({ ids, fieldName: group, value: '乙' }),
    },
    delete: { action: 'delete', call: 'remove', event: 'deleted', undo: true, body: idsOf },
    restore: {
      action: 'delete',
      call: 'restore',
      event: 'restored',
      undo: true,
      before: remove,
      single: true,
      body: idsOf,
    },
    purge: { action: 'delete', call: 'purge', before: remove, body: idsOf, isGone: true },
    transfer: {
      action: 'transfer',
      call: 'transfer',
      event: 'transferred',
      undo: true,
      body: (type, ids) => ({ ...idsOf(type, ids), newOwnerUserId: peer(), transferType: 2, power: 2 }),
    },
    'add members': {
      action: 'teamsave',
      call: 'addMembers',
      event: 'members_added',
      undo: true,
      body: (_type, ids) => team(ids, 1),
    },
    'change members': {
      action: 'teamsave',
      call: 'updateMembers',
      event: 'members_changed',
      undo: true,
      before: join,
      body: (_type, ids) => team(ids, 2),
    },
    'remove members': {
      action: 'teamsave',
      call: 'removeMembers',
      event: 'members_removed',
      undo: true,
      before: join,
      body: (_type, ids) => team(ids, 1),
    },
    merge: {
      action: 'update',
      call: 'merge',
      event: 'merged',
      undo: true,
      body: (_type, [targetId, ...ids]) => ({ targetId, ids }),
    },
    'follow up': {
      action: 'read',
      call: 'followUp',
      event: 'followed_up',
      single: true,
      body: (_type, [typesId]) => ({ typesId, content: '谈过', category: '打电话', nextTime: tomorrow }),
    },
    read: { action: 'read', call: 'read', single: true, readsPool: true, body: oneOf },
    'read follow-ups': { action: 'read', call: 'followUps', single: true, readsPool: true, body: oneOf },
    'find similar ones': { action: 'read', call: 'similar', single: true, body: oneOf },
    'preview a merge': { action: 'update', call: 'mergePreview', body: (_type, ids) => ({ ids }) },
    'export chosen ones': { action: 'excelexport', call: 'exportChosen', body: (_type, ids) => ({ ids }) },
  };

  /** Calls of a type that name no record. */
  const lists: Readonly<Record<string, Pick<Verb, 'action' | 'call' | 'body'>>> = {
    list: { action: 'index', call: 'list', body: () => ({}) },
    board: { action: 'index', call: 'board', body: () => ({ groupField: group }) },
    sums: { action: 'index', call: 'sums', body: () => ({}) },
    'export all': { action: 'excelexport', call: 'exportAll', body: () => ({}) },
    'recycle bin': { action: 'delete', call: 'recycled', body: () => ({}) },
    template: { action: 'excelimport', call: 'template', body: () => ({}) },
  };
  return { verbs, lists, peer, idsOf, remove };
}
