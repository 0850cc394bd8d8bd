/** Area codes with the pattern of their mobile numbers (R10.1). 86 is the default. */
const rules: ReadonlyMap<string, RegExp> = new Map([
  ['86', /^1[3-9]\d{9}$/],
  ['60', /^0?1\d{8,9}$/],
  ['66', /^0?[689]\d{8}$/],
  ['34', /^[67]\d{8}$/],
  ['886', /^0?9\d{8}$/],
  ['65', /^[89]\d{7}$/],
  ['62', /^0?8\d{8,11}$/],
  ['33', /^0?[67]\d{8}$/],
  ['49', /^0?1[5-7]\d{8,9}$/],
  ['63', /^0?9\d{9}$/],
  ['61', /^0?4\d{8}$/],
  ['81', /^0?[789]0\d{8}$/],
  ['1', /^[2-9]\d{9}$/],
]);

export const defaultAreaCode = '86';
export const areaCodes: readonly string[] = [...rules.keys()];

/** Whether `number` is a mobile number of the area; false for an unsupported area code (R10.2). */
export function isPhoneOf(areaCode: string | null, number: string): boolean {
  if (number.length > 20) return false;
  return rules.get(areaCode ?? defaultAreaCode)?.test(number) ?? false;
}

/** With its area code in front, as it can be read back. */
export const abroad = (areaCode: string, number: string): string => `+${areaCode} ${number}`;

/** For display: numbers of other areas with their code, which imports read too. */
export const shownNumber = (areaCode: string | null | undefined, number: string): string =>
  areaCode && areaCode !== defaultAreaCode && number !== '' ? abroad(areaCode, number) : number;
