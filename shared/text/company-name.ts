import { withoutEnd } from '#shared/text/ends.ts';

/** Legal forms at the end of a Chinese name, longest first. A branch (分公司) is another company and keeps its suffix. */
const chineseForms = [
  '股份有限公司',
  '有限责任公司',
  '特殊普通合伙',
  '有限公司',
  '股份公司',
  '集团公司',
  '有限合伙',
  '普通合伙',
  '集团',
] as const;
const company = '公司';
/** Before 公司 these denote a part of a company. */
const parts = '分子总支';

const latinForms = [
  'incorporated',
  'corporation',
  'company',
  'limited',
  'group',
  'corp',
  'gmbh',
  'inc',
  'llc',
  'ltd',
  'plc',
  'pte',
  'pty',
  'co',
] as const;

/** Ranges of punctuation that names may have or lack, as code points after NFKC. */
const signRanges = [
  [0x01, 0x2f],
  [0x3a, 0x40],
  [0x5b, 0x60],
  [0x7b, 0xbf],
  [0x2000, 0x206f],
  [0x2e00, 0x2e7f],
  [0x3000, 0x3004],
  [0x3008, 0x3020],
  [0x3030, 0x3030],
  [0x30fb, 0x30fb],
] as const;

const isSign = (sign: string): boolean => {
  const code = sign.charCodeAt(0);
  return signRanges.some(([first, last]) => code >= first && code <= last);
};
const isLatin = (sign: string | undefined): boolean => sign !== undefined && /^[a-z0-9]$/.test(sign);

/**
 * The comparison key of a company name: full and half width, case, spaces, brackets, punctuation and the legal form
 * make no difference. The database has the same rule in `company_name_key` (migration 0020), which its index needs.
 */
export function companyNameKey(name: string): string {
  // only ASCII letters, as the database does
  const text = name.normalize('NFKC').replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const bare = withoutSigns(text);
  return withoutChineseForms(withoutSigns(withoutLatinForms(text))) || bare;
}

/** Whether two names may belong to the same company. */
export const isSameCompanyName = (left: string, right: string): boolean => {
  const key = companyNameKey(left);
  return key !== '' && key === companyNameKey(right);
};

const withoutSigns = (text: string): string => [...text].filter((sign) => !isSign(sign)).join('');

function withoutLatinForms(text: string): string {
  for (let rest = withoutEnd(text, isSign); ;) {
    const form = latinForms.find((one) => rest.endsWith(one) && !isLatin(rest.at(-one.length - 1)));
    if (form === undefined) return rest;
    rest = withoutEnd(rest.slice(0, -form.length), isSign);
  }
}

function withoutChineseForms(text: string): string {
  for (let rest = text; ;) {
    const end = rest;
    const isWhole = rest.endsWith(company) && !parts.includes(rest.at(-company.length - 1) ?? ' ');
    const form = chineseForms.find((one) => end.endsWith(one)) ?? (isWhole ? company : undefined);
    if (form === undefined) return rest;
    rest = rest.slice(0, -form.length);
  }
}
