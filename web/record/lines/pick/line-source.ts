import { useMemo } from 'react';
import { call } from '#web/lib/http/client.ts';
import type { LineSetup } from '#web/record/lines/form-lines.ts';
import { sourceFieldOf, takenFrom, type SourceField } from '#web/record/lines/pick/picked-line.ts';
import type { LineActions, LineState } from '#web/record/lines/use-lines.ts';
import { usePickables, useScreenOf, type Pickable } from '#web/record/picker/pickable.ts';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { relatedForms } from '#shared/record/relations/relation.ts';

/** Where the lines of a form come from. */
export interface LineSource {
  readonly field: SourceField;
  readonly pickable: Pickable;
  readonly screen: RecordScreen;
}

/** The records that the user may list and lines are made of; null where there are none, or until their module is loaded. */
export function useLineSource(setup: LineSetup): LineSource | null {
  const field = sourceFieldOf(setup.type);
  const isOpen = setup.fields.some(({ fieldName, disabled }) => fieldName === field?.fieldName && disabled !== 1);
  const pickable = usePickables().find(({ code }) => isOpen && code === field?.to);
  const screen = useScreenOf(pickable).data;
  return useMemo(() => (field && pickable && screen ? { field, pickable, screen } : null), [field, pickable, screen]);
}

/** The lines so that one in which a record is chosen shows what it takes of it. */
export function useTakingLines(state: LineState, source: LineSource | null): LineState {
  const { actions } = state;
  const taking = useMemo((): LineActions => {
    if (!source) return actions;
    const { field, screen } = source;
    return {
      ...actions,
      type: (cell, value) => {
        actions.type(cell, value);
        const [chosen] = Array.isArray(value) ? (value as Record<string, unknown>[]) : [];
        const id = Number(chosen?.[relatedForms[field.formType].idKey]);
        if (cell.fieldName !== field.fieldName || !(id > 0)) return;
        void call(screen.calls.read, { [screen.type.idKey]: id }, { quiet: true })
          .then((row) => actions.fill(cell.key, takenFrom(field, screen.type, row)))
          // what it takes is seen when it is saved
          .catch(() => undefined);
      },
    };
  }, [actions, source]);
  return useMemo(() => ({ ...state, actions: taking }), [state, taking]);
}
