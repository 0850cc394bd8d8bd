import { mayDesignTemplates } from '#web/record/print/template-address.ts';
import { recordTypes } from '#shared/record-types.ts';
import type { Permission } from '#shared/admin/menus.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** The types whose templates somebody may make: those whose records they list. */
export const printedTypes = (may: (permission: Permission) => boolean): readonly RecordType[] =>
  may(mayDesignTemplates) ? recordTypes.filter((type) => may(permissionOf(type, 'index'))) : [];
