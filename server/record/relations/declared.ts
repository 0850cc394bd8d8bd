import { childRelations, type ChildRelation } from '#shared/record/relations/child-relations.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { recordModules } from '#server/record/registry.ts';

/** The references to a type, declared by the children of every registered type. */
export const relationsTo = (type: RecordType): ChildRelation[] =>
  childRelations(
    recordModules().map((module) => module.type),
    type.code,
  );
