import type { z } from 'zod';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Application } from '#shared/admin/company/applications.ts';
import type { Permission } from '#shared/admin/menus.ts';
import type { adminField, FieldDraft, FormField } from '#shared/record/calls/field-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';

interface SavedForm {
  readonly id: number;
  readonly data: readonly FieldDraft[];
  readonly base?: string | undefined;
}

/** Forms of no record type, which older clients ask for by a code of their own and the id of one. */
export interface FurtherForms {
  readonly label: number;
  /** The right to design them. */
  readonly access: Permission;
  readonly application: Application;
  readonly list: (db: Database, actor: Actor, id: number) => Promise<z.output<typeof adminField>[]>;
  readonly save: (db: Database, actor: Actor, form: SavedForm) => Promise<void>;
  /** The form as somebody fills it in who may. */
  readonly form: (db: Database, actor: Actor, id: number) => Promise<FormField[]>;
}

let known: readonly FurtherForms[] = [];

/** Where the server lists its modules. */
export function registerFurtherForms(all: readonly FurtherForms[]): void {
  known = all;
}

/** The forms of a code, when one of them is asked for. */
export const furtherForms = (label: number, id: number | undefined): FurtherForms | undefined =>
  id === undefined ? undefined : known.find((forms) => forms.label === label);

/** @throws AppError `access.denied` for who may not design this form, although perhaps others */
export function requireDesigner(actor: Actor, forms: FurtherForms | undefined): void {
  if (!actor.mayDo(forms?.access ?? 'manage:crm:field')) throw new AppError('access.denied');
}

/** @throws AppError `access.denied` while the application is switched off */
export function requireApplication({ rights }: Actor, { application }: FurtherForms): void {
  if (rights.off.has(application)) throw new AppError('access.denied');
}
