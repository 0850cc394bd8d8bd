/** An option of a select as the wire has it: plain text, a state, or a name with its value (R8.9). */
export type FieldOption =
  | string
  | { readonly name: string; readonly value: string | number }
  | { readonly name: string; readonly statusId: string | number };

/** In the form for inputs. */
export function optionOf(option: FieldOption): { value: string | number; label: string } {
  if (typeof option === 'string') return { value: option, label: option };
  return { value: 'value' in option ? option.value : option.statusId, label: option.name };
}

/** The display text of a field's value: an option by its name. */
export function chosenText({ setting }: { readonly setting: readonly FieldOption[] }, value: unknown): string {
  const chosen = setting.map(optionOf).find((option) => String(option.value) === String(value));
  return chosen?.label ?? String(value ?? '');
}
