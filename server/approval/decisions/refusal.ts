import { directoryOf } from '#server/platform/access/names.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { isMessageKey, translate } from '#shared/i18n/translate.ts';
import type { Language } from '#shared/i18n/language.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import type { LatestDecision, StoredApproval } from './load.ts';
import type { Refusal } from '#server/approval/plan/approval.ts';
import { subjectOf } from '#server/approval/subjects.ts';

/** What an action of the log is called; the action itself where it has no name. */
export function actionName(language: Language, action: string): string {
  const key = `approval.action_${action}`;
  return isMessageKey(key) ? translate(language, key) : action;
}

/** A refusal of the plan as an error: with names, and with who was faster and when. */
export async function refusalError(
  db: Database,
  actor: Actor,
  type: RecordType,
  stored: Pick<StoredApproval, 'latest'>,
  { refused, userId }: Refusal,
): Promise<AppError> {
  if (refused === 'approval.passed')
    return new AppError(refused, { type: translate(actor.language, subjectOf(type.code).noun) });
  if (refused === 'approval.decided') return lateError(db, actor, 'approval.decided', stored.latest);
  const name =
    userId === undefined ? '' : ((await directoryOf(db, actor.rights.version)).user(userId) ?? String(userId));
  return new AppError(refused, { name });
}

/** Says who was faster, and when. */
export async function lateError(
  db: Database,
  actor: Actor,
  code: 'approval.decided' | 'approval.moved',
  latest: LatestDecision | null,
): Promise<AppError> {
  const names = await directoryOf(db, actor.rights.version);
  const own = latest?.userId ? names.user(latest.userId) : undefined;
  return new AppError(code, {
    name: own ?? translate(actor.language, 'approval.system'),
    time: latest?.time ?? '',
    result: latest ? actionName(actor.language, latest.action) : '',
  });
}
