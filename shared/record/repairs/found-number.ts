import { readAmount } from '#shared/record/money/written-amount.ts';
import { withoutEnd } from '#shared/text/ends.ts';

/** The one mobile number in a text with remarks, gaps or a sheet's exponent; null for none and for several. */
export function foundMobile(written: string): string | null {
  const text = written.normalize('NFKC').slice(0, 80);
  const exponent = /^1\.(\d{10})E\+?10$/i.exec(text.trim());
  if (exponent) return `1${exponent[1] ?? ''}`;
  const runs = text.replace(/(\d)[\s.-]+(?=\d)/g, '$1').match(/\d+/g) ?? [];
  const mobiles = runs
    .map((run) => run.replace(/^(?:0086|86|0)(?=1\d{10}$)/, ''))
    .filter((run) => /^1[3-9]\d{9}$/.test(run));
  const [first, second] = new Set(mobiles);
  return first === undefined || second !== undefined ? null : first;
}

/** The one e-mail address in a text. */
export function foundEmail(written: string): string | null {
  const words = written
    .normalize('NFKC')
    .slice(0, 300)
    .replaceAll('。', '.')
    .split(/[\s<>()[\],，;；、:：]/);
  const [first, second] = words.filter((word) => word.includes('@'));
  return first === undefined || second !== undefined ? null : withoutEnd(first, (sign) => sign === '.');
}

/** A figure with its unit, or said to be about so much. */
export const foundFigure = (written: string): string | null => {
  const [, figure] =
    /^(?:约|大约|~)?([^约~个人台件套家元]{1,30})(?:个|人|台|件|套|家|元)?(?:左右)?$/.exec(
      written.normalize('NFKC').trim(),
    ) ?? [];
  return figure === undefined ? null : readAmount(figure.trim());
};
