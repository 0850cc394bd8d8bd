import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { fieldsOf, labelOf } from '#server/record/fields/field-set.ts';
import { lineSettingOf } from '#server/record/lines/stored-lines.ts';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import type { approvalCalls } from '#shared/approval/approval-calls.ts';
import type { Field, FieldValue } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import { requireReadable } from './readable.ts';
import type { Snapshot } from '#server/approval/snapshot.ts';

type Answer = OutputOf<typeof approvalCalls.difference>;
type Change = Answer['changes'][number];
type Values = Readonly<Record<string, FieldValue>>;

interface Round {
  readonly status: number;
  readonly time: string;
  readonly snapshot: Snapshot;
}

/**
 * What is different in a document as it was submitted from the version that was approved last, or else submitted before;
 * fields that the actor may not read are left out, of the document as of its lines.
 */
export async function differenceOf(db: Database, actor: Actor, approvalId: number): Promise<Answer> {
  const { type } = await requireReadable(db, actor, approvalId);
  const { rows } = await sql<Round>`
    select r.status, to_char(r.submitted_at, 'YYYY-MM-DD HH24:MI:SS') as time, r.snapshot
    from approval_round r where r.approval_id = ${approvalId} order by r.round desc`.execute(db);
  const [now, ...earlier] = rows;
  const approved = earlier.find(({ status }) => status === checkStatuses.passed);
  const before = approved ?? earlier[0];
  if (!now || !before) return { since: 'none', sinceTime: '', changes: [], lines: [] };
  const { all } = await fieldsOf(db, actor, type);
  return {
    since: approved ? 'approved' : 'submitted',
    sinceTime: before.time,
    changes: changesIn(actor, type, all, before.snapshot.fields, now.snapshot.fields),
    lines: await linesIn(db, actor, type, before.snapshot, now.snapshot),
  };
}

const changesIn = (actor: Actor, type: RecordType, fields: readonly Field[], before: Values, after: Values): Change[] =>
  fields
    .filter(({ hidden, fieldName }) => !hidden && !isSame(before[fieldName], after[fieldName]))
    .map((field) => ({
      fieldName: field.fieldName,
      name: labelOf(type, field, actor.language),
      from: before[field.fieldName] ?? null,
      to: after[field.fieldName] ?? null,
    }));

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

async function linesIn(
  db: Database,
  actor: Actor,
  type: RecordType,
  before: Snapshot,
  after: Snapshot,
): Promise<Answer['lines']> {
  const setting = await lineSettingOf(db, actor, type);
  if (!setting) return [];
  const { lines, lineType, fields } = setting;
  const isNamed = fields.byName.get(lines.searchField)?.hidden === false;
  const former = new Map(before.lines.map((line) => [line.id, line.values]));
  const present = new Map(after.lines.map((line) => [line.id, line.values]));
  const ids = [...new Set([...present.keys(), ...former.keys()])];
  return ids.flatMap((lineId) => {
    const [from, to] = [former.get(lineId), present.get(lineId)];
    const changes = changesIn(actor, lineType, fields.all, from ?? {}, to ?? {});
    if (from && to && changes.length === 0) return [];
    const named = (to ?? from)?.[lines.searchField];
    return [
      {
        lineId,
        name: isNamed && typeof named === 'string' ? named : '',
        kind: from && to ? ('changed' as const) : to ? ('added' as const) : ('removed' as const),
        changes,
      },
    ];
  });
}
