import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { fieldsOf, labelOf } from '#server/record/fields/field-set.ts';
import { valueOf, type StoredRow } from '#server/record/rows/row.ts';
import { translate } from '#shared/i18n/translate.ts';
import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';
import { isBlank } from '#shared/record/field.ts';
import { AppError } from '#shared/wire/error-codes.ts';

interface Wanted {
  readonly id: number;
  readonly title: string;
  readonly row: Readonly<Record<string, unknown>>;
  readonly statusId: number;
}

/** The opportunities that lack what a stage requires before they enter it, each with the fields and the stage. */
export async function stageNeeds(
  db: Database,
  actor: Actor,
  wanted: readonly Wanted[],
): Promise<ReadonlyMap<number, AppError>> {
  const { rows: stages } = await sql<{ id: number; name: string; needs: number[] }>`
    select status_id as id, name, required_field_ids as needs from business_status
    where status_id = any(${wanted.map(({ statusId }) => statusId)}::bigint[]) and required_field_ids <> '{}'`.execute(
    db,
  );
  if (stages.length === 0) return new Map();
  const fields = await fieldsOf(db, actor, opportunityType);
  return new Map(
    wanted.flatMap(({ id, title, row, statusId }): [number, AppError][] => {
      const stage = stages.find((one) => one.id === statusId);
      const missing = fields.all.filter(
        (field) => stage?.needs.includes(field.fieldId) && isBlank(valueOf(row as StoredRow, field)),
      );
      if (!stage || missing.length === 0) return [];
      const named = missing.filter(({ hidden }) => !hidden);
      // what is hidden from the actor is not named (security A6)
      if (named.length === 0) return [[id, new AppError('field.unseen')]];
      const names = named.map((field) => labelOf(opportunityType, field, actor.language));
      const params = {
        name: title,
        stage: stage.name,
        fields: names.join(translate(actor.language, 'record_action.comma')),
      };
      return [[id, new AppError('opportunity.stage_needs', params, { fieldName: named[0]?.fieldName ?? '' })]];
    }),
  );
}
