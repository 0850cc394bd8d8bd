import type { KeyboardEvent } from 'react';

/** Enter moves to the next input, and after the last one to the save button (ui "Form template"). */
export function moveOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { key, ctrlKey, metaKey, target, currentTarget: form } = event;
  if (key !== 'Enter' || ctrlKey || metaKey || event.nativeEvent.isComposing) return;
  // overlays over the form are not part of it; a multi-line text handles the key itself
  if (!(target instanceof HTMLInputElement) || !form.contains(target)) return;
  const wasTaken = event.defaultPrevented;
  event.preventDefault();
  // selects in its list
  if (wasTaken || target.role === 'combobox') return;
  const next = inputAfter(form, target);
  openAround(next);
  next?.focus();
}

/** A collapsed section around an element opens. */
export function openAround(element: HTMLElement | null | undefined): void {
  const section = element?.closest('details');
  if (section) section.open = true;
}

function inputAfter(form: HTMLElement, from: HTMLElement): HTMLElement | null {
  const inputs = Array.from(form.querySelectorAll<HTMLElement>('[data-field]')).flatMap(inputsOf);
  const next = inputs.slice(inputs.indexOf(from) + 1).find(({ tabIndex }) => tabIndex >= 0);
  return next ?? form.querySelector<HTMLElement>('button[type=submit]');
}

/** Without the area code before a number, which has a value already. */
function inputsOf(field: HTMLElement): HTMLElement[] {
  const inputs = Array.from(field.querySelectorAll<HTMLElement>('input:enabled:not([type=file]), textarea:enabled'));
  const named = field.querySelector('label')?.control ?? null;
  return inputs.slice(
    Math.max(
      inputs.findIndex((input) => input === named),
      0,
    ),
  );
}
