import { chosenText, optionOf } from '#web/record/cells/field-options.ts';
import { pageTypeOf } from '#web/record/field-types/page-types.ts';
import { OptionChip } from '#web/ui/values/chip.tsx';
import { Dash } from '#web/ui/values/dash.tsx';
import { hueOf } from '#web/ui/values/hue-of.ts';
import type { FilterField } from '#shared/record/calls/field-calls.ts';

/** A value of a field beside its name: an option as a chip. */
export function FieldFigure({ field, value }: { readonly field: FilterField; readonly value: unknown }) {
  const words = chosenText(field, value);
  if (words === '' || pageTypeOf(field).look !== 'chip') return words || <Dash />;
  return (
    <OptionChip
      option={words}
      hue={hueOf(
        words,
        field.setting.map((option) => optionOf(option).label),
        field.colours,
      )}
    />
  );
}
