import { toCents } from '#shared/record/money/exact-decimal.ts';

const digits = ['零', '壹', '贰', '叁', '肆', '伍', '陆', '柒', '捌', '玖'];
const units = [
  [100_000_000n, '亿'],
  [10_000n, '万'],
  [1000n, '仟'],
  [100n, '佰'],
  [10n, '拾'],
] as const;

/** An amount in Chinese financial capitals: `壹万贰仟叁佰元整`, `壹佰元零伍分`. */
export function amountInCapitals(amount: string): string {
  const cents = toCents(amount);
  const sign = cents.startsWith('-') ? '负' : '';
  const [yuan = '0', fraction = '00'] = cents.replace('-', '').split('.');
  const [tenths, hundredths] = [...fraction].map(Number) as [number, number];
  const whole = yuan === '0' ? '' : `${wholeInCapitals(BigInt(yuan))}元`;
  if (tenths === 0 && hundredths === 0) return `${sign}${whole || '零元'}整`;
  const jiao = tenths === 0 ? (whole === '' ? '' : '零') : `${digits[tenths]}角`;
  return sign + whole + jiao + (hundredths === 0 ? '整' : `${digits[hundredths]}分`);
}

/** Above 0. A gap is written as one zero: 10010001 is 壹仟零壹万零壹. */
function wholeInCapitals(number: bigint): string {
  for (const [size, unit] of units) {
    if (number < size) continue;
    const rest = number % size;
    const gap = rest < size / 10n ? '零' : '';
    return wholeInCapitals(number / size) + unit + (rest === 0n ? '' : gap + wholeInCapitals(rest));
  }
  return digits[Number(number)] ?? '';
}
