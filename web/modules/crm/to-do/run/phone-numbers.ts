import { defaultAreaCode } from '#shared/record/phone.ts';

export interface PhoneNumber {
  readonly shown: string;
  /** For a `tel:` link. */
  readonly dialled: string;
}

interface Reachable {
  readonly mobile: string;
  readonly areaCode: string;
  readonly telephone: string;
}

/** The numbers of a record, the mobile first; those of other countries as one dials them from here. */
export function phoneNumbers({ mobile, areaCode, telephone }: Reachable): PhoneNumber[] {
  const isForeign = areaCode !== '' && areaCode !== defaultAreaCode;
  const numbers = [
    {
      shown: isForeign ? `+${areaCode} ${mobile}` : mobile,
      dialled: isForeign ? `+${areaCode}${digitsOf(mobile).replace(/^0/, '')}` : digitsOf(mobile),
      isThere: mobile !== '',
    },
    { shown: telephone, dialled: digitsOf(telephone), isThere: telephone !== '' },
  ];
  return numbers.filter(({ isThere }) => isThere).map(({ shown, dialled }) => ({ shown, dialled }));
}

/** Signs that are there for the eye are not dialled. */
const digitsOf = (number: string): string => number.replace(/[^\d+]/g, '');
