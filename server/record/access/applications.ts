import type { Actor } from '#server/platform/access/actor.ts';
import { recordModules } from '#server/record/registry.ts';
import { isApplication } from '#shared/admin/company/applications.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** Whether the area of a type is switched off: then there is none of its records for anybody (docs/decisions/applications.md). */
export const isOff = ({ rights }: Actor, { area }: RecordType): boolean => isApplication(area) && rights.off.has(area);

/** @throws AppError `access.denied` while the area of the type is switched off */
export function requireOn(actor: Actor, type: RecordType): void {
  if (isOff(actor, type)) throw new AppError('access.denied');
}

/** The types of which there is nothing to be seen now. */
export const typesOff = (actor: Actor): RecordType[] =>
  actor.rights.off.size === 0
    ? []
    : recordModules()
        .map(({ type }) => type)
        .filter((type) => isOff(actor, type));
