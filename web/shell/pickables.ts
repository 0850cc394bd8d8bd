import { recordPages, type RecordPage } from '#web/modules/crm/record-pages.ts';
import type { Pickable } from '#web/record/picker/pickable.ts';
import { recordScreens } from '#web/modules/record-screens.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';

/** What can be linked to something else, in the order of R24.1. */
export const pickables: readonly Pickable[] = recordPages
  .flatMap((page) => {
    const { type, path, icon, picker, parts = [] }: RecordPage = page;
    const list = { access: permissionOf(type, 'index'), path, load: recordScreens[page.type.name].screen };
    const whole = picker && { key: type.module, code: type.code, label: page.type.name, icon, ...picker };
    return [...(whole ? [whole] : []), ...parts].map((tab) => ({ ...tab, ...list }));
  })
  .toSorted((left, right) => left.place - right.place);
