import { directoryOf } from '#server/platform/access/names.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { picturesOf } from '#server/platform/files/pictures.ts';
import { recordModule } from '#server/record/registry.ts';
import { requireOn } from '#server/record/access/applications.ts';
import type { ApprovalPerson } from '#shared/approval/flow-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { requirePlace, type ApprovalPlace } from '#server/approval/decisions/load.ts';
import { readableApprovals } from '#server/approval/reach.ts';

export interface ReadableApproval extends ApprovalPlace {
  readonly type: RecordType;
}

/** The approval of a document that the actor may read. @throws AppError `access.record`, `access.denied` */
export async function requireReadable(db: Database, actor: Actor, approvalId: number): Promise<ReadableApproval> {
  const place = await requirePlace(db, approvalId);
  const { type } = recordModule(place.typeCode);
  requireOn(actor, type);
  if (!(await readableApprovals(db, actor, type, [approvalId])).has(approvalId)) throw new AppError('access.record');
  return { ...place, type };
}

/** People as approvals show them, by id. */
export async function personsBy(
  db: Database,
  actor: Actor,
  userIds: readonly number[],
): Promise<(userId: number) => ApprovalPerson> {
  const names = await directoryOf(db, actor.rights.version);
  const picture = await picturesOf(db, actor, [...new Set(userIds)]);
  return (userId) => ({ userId, realname: names.user(userId) ?? '', img: picture(userId) });
}
