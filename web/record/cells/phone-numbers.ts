import { areaCodes, shownNumber } from '#shared/record/phone.ts';

export interface PhoneNumber {
  readonly shown: string;
  /** Where a link leads that rings. */
  readonly href: string;
}

/** The parts of a record that hold its numbers, text each. */
type Reachable = Partial<Readonly<Record<'mobile' | 'areaCode' | 'telephone', unknown>>>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The mobile of a record, that of another area with its code; '' for none. */
export const mobileOf = ({ areaCode, mobile }: Reachable): string => shownNumber(textOf(areaCode), textOf(mobile));

/** The numbers of a record, the mobile first. */
export const phoneNumbers = (record: Reachable): PhoneNumber[] =>
  [mobileOf(record), textOf(record.telephone)]
    .filter((shown) => shown !== '')
    .map((shown) => ({ shown, href: rings(shown) }));

/**
 * The link that rings a number as it is shown. Some signs are for the eye; in front of mobiles of other areas a 0 is for
 * calls within, while elsewhere it may belong to the number.
 */
export function rings(shown: string): string {
  const [, area = '', number = ''] = /^\+(\d{1,4}) 0?(.+)$/.exec(shown) ?? [];
  const dialled = (text: string) => text.replace(/[^\d+]/g, '');
  return areaCodes.includes(area) ? `tel:+${area}${dialled(number)}` : `tel:${dialled(shown)}`;
}
