export const fieldsAddress = '/manager/system-customer/custom-field';
const designerAddress = '/manager/custom-field/handlefield';

/** The address of a form, `{type}/{code}{name}` as older clients write it. */
export const addressOfForm = ({ types, label, name }: { types: string; label: number; name: string }): string =>
  `${designerAddress}/${types}/${label}${encodeURIComponent(name)}`;

/** The code in what follows the type; null where there is none. */
export function codeIn(rest: string): number | null {
  const digits = /^[^/]+\/(\d{1,4})/.exec(rest)?.[1];
  return digits === undefined ? null : Number(digits);
}
