import { areaCodes, shownNumber } from '#shared/record/phone.ts';

export interface PhoneNumber {
  readonly shown: string;
  /** The target of a call link. */
  readonly href: string;
}

/** The number values of a record, as text. */
type Reachable = Partial<Readonly<Record<'mobile' | 'areaCode' | 'telephone', unknown>>>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The mobile of a record, with its code if foreign; '' for none. */
export const mobileOf = ({ areaCode, mobile }: Reachable): string => shownNumber(textOf(areaCode), textOf(mobile));

/** The numbers of a record, mobile first; masked ones are left out, since they cannot be dialled or copied. */
export const phoneNumbers = (record: Reachable): PhoneNumber[] =>
  [mobileOf(record), textOf(record.telephone)]
    .filter((shown) => shown !== '' && !isMasked(shown))
    .map((shown) => ({ shown, href: rings(shown) }));

/** Its mobile alone, for what is labelled so: another number under that label would be a wrong one. */
export const mobileNumber = ({ areaCode, mobile }: Reachable): PhoneNumber | undefined =>
  phoneNumbers({ areaCode, mobile })[0];

const isMasked = (shown: string): boolean => shown.includes('*');

/**
 * The call link for a displayed number. Separators are removed; in front of foreign mobiles a 0 is a domestic prefix,
 * while elsewhere it may belong to the number.
 */
export function rings(shown: string): string {
  const [, area = '', number = ''] = /^\+(\d{1,4}) 0?(.+)$/.exec(shown) ?? [];
  const dialled = (text: string) => text.replace(/[^\d+]/g, '');
  return areaCodes.includes(area) ? `tel:+${area}${dialled(number)}` : `tel:${dialled(shown)}`;
}
