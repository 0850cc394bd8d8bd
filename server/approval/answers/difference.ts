import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { fieldsOf, labelOf } from '#server/record/fields/field-set.ts';
import { lineSettingOf, type LineSetting } from '#server/record/lines/stored-lines.ts';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import type { approvalCalls } from '#shared/approval/approval-calls.ts';
import { isComputed, type Field, type FieldValue } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import { deviationsOf } from './deviations.ts';
import { requireReadable } from './readable.ts';
import { valueTexts } from './value-texts.ts';
import type { Snapshot } from '#server/approval/snapshot.ts';

type Answer = OutputOf<typeof approvalCalls.difference>;
type Values = Readonly<Record<string, FieldValue>>;

interface Round {
  readonly status: number;
  readonly time: string;
  readonly snapshot: Snapshot;
}

/** A field that has another value by now. */
interface Changed {
  readonly type: RecordType;
  readonly field: Field;
  readonly from: FieldValue;
  readonly to: FieldValue;
}

interface ChangedLine {
  readonly lineId: number;
  readonly name: string;
  readonly kind: Answer['lines'][number]['kind'];
  readonly changes: readonly Changed[];
}

/**
 * What is different in a document as it was submitted from the version that was approved last, or else submitted before;
 * fields that the actor may not read are left out, of the document as of its lines.
 */
export async function differenceOf(db: Database, actor: Actor, approvalId: number): Promise<Answer> {
  const { type, recordId } = await requireReadable(db, actor, approvalId);
  const { rows } = await sql<Round>`
    select r.status, to_char(r.submitted_at, 'YYYY-MM-DD HH24:MI:SS') as time, r.snapshot
    from approval_round r where r.approval_id = ${approvalId} order by r.round desc`.execute(db);
  const deviations = await deviationsOf(db, actor, type, recordId);
  const [now, ...earlier] = rows;
  const approved = earlier.find(({ status }) => status === checkStatuses.passed);
  const before = approved ?? earlier[0];
  if (!now || !before) return { since: 'none', sinceTime: '', changes: [], lines: [], deviations };
  const { all } = await fieldsOf(db, actor, type);
  const setting = await lineSettingOf(db, actor, type);
  const heads = Object.values(type.lines?.amounts?.head ?? {});
  const changes = changesIn(type, all, heads, before.snapshot.fields, now.snapshot.fields);
  const lines = setting ? linesIn(setting, before.snapshot, now.snapshot) : [];
  const shown = await shownBy(db, actor, [...changes, ...lines.flatMap((line) => line.changes)]);
  return {
    since: approved ? 'approved' : 'submitted',
    sinceTime: before.time,
    changes: changes.map(shown),
    lines: lines.map((line) => ({ ...line, changes: line.changes.map(shown) })),
    deviations,
  };
}

/** Changes with their texts; of a masked field with its mask in place of the value. */
async function shownBy(db: Database, actor: Actor, changes: readonly Changed[]) {
  const textOf = await valueTexts(
    db,
    actor,
    changes.flatMap(({ field, from, to }) => [from, to].map((value) => ({ field, value }))),
  );
  return ({ type, field, from, to }: Changed): Answer['changes'][number] => {
    const [fromText, toText] = [textOf(field, from), textOf(field, to)];
    return {
      fieldName: field.fieldName,
      name: labelOf(type, field, actor.language),
      formType: field.formType,
      from: field.masked ? fromText : from,
      to: field.masked ? toText : to,
      fromText,
      toText,
    };
  };
}

/** A masked figure that follows from others is left out: that it has changed would say something of them. */
const changesIn = (
  type: RecordType,
  fields: readonly Field[],
  figures: readonly string[],
  before: Values,
  after: Values,
): Changed[] =>
  fields
    .filter((field) => !field.hidden && !(field.masked && (isComputed(field) || figures.includes(field.fieldName))))
    .filter(({ fieldName }) => !isSame(before[fieldName], after[fieldName]))
    .map((field) => ({
      type,
      field,
      from: before[field.fieldName] ?? null,
      to: after[field.fieldName] ?? null,
    }));

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

function linesIn({ lines, lineType, fields }: LineSetting, before: Snapshot, after: Snapshot): ChangedLine[] {
  const isNamed = fields.byName.get(lines.searchField)?.hidden === false;
  const { discount = '', subtotal = '' } = lines.amounts?.line ?? {};
  const former = new Map(before.lines.map((line) => [line.id, line.values]));
  const present = new Map(after.lines.map((line) => [line.id, line.values]));
  const ids = [...new Set([...present.keys(), ...former.keys()])];
  return ids.flatMap((lineId) => {
    const [from, to] = [former.get(lineId), present.get(lineId)];
    const changes = changesIn(lineType, fields.all, [discount, subtotal], from ?? {}, to ?? {});
    if (from && to && changes.length === 0) return [];
    const named = (to ?? from)?.[lines.searchField];
    const kind = from && to ? ('changed' as const) : to ? ('added' as const) : ('removed' as const);
    return [{ lineId, name: isNamed && typeof named === 'string' ? named : '', kind, changes }];
  });
}
