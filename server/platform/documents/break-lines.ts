import { widthOfSign } from './fonts.ts';

/** A line does not begin with these, nor end with the others. */
const notFirst = new Set('，。、；：？！）】》〉」』〕〗”’…—,.;:?!)]}%％°℃');
const notLast = new Set('（【《〈「『〔〖“‘([{￥¥$');
const ofWords = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}@#&_'’.,:/+-]/u;

/**
 * The lines of a text that are at most so wide, at size 1. Chinese breaks anywhere but before and behind its punctuation,
 * words and figures as a whole unless they alone are wider.
 */
export function linesOf(text: string, width: number, isBold: boolean): string[] {
  return text.split('\n').flatMap((paragraph) => paragraphLines(paragraph, width, isBold));
}

function paragraphLines(paragraph: string, width: number, isBold: boolean): string[] {
  const lines: string[] = [];
  let line = '';
  let taken = 0;
  const end = (): void => {
    lines.push(line.trimEnd());
    line = '';
    taken = 0;
  };
  for (const piece of piecesOf(paragraph)) {
    const size = measured(piece, isBold);
    if (taken + size <= width) {
      line += piece;
      taken += size;
      continue;
    }
    if (piece === ' ') {
      end();
      continue;
    }
    if (line !== '') end();
    for (const sign of piece) {
      const own = widthOfSign(sign, isBold);
      if (line !== '' && taken + own > width) end();
      line += sign;
      taken += own;
    }
  }
  if (line !== '' || lines.length === 0) end();
  return lines;
}

const measured = (piece: string, isBold: boolean): number => {
  let size = 0;
  for (const sign of piece) size += widthOfSign(sign, isBold);
  return size;
};

/** The smallest pieces that a line breaks between. */
function piecesOf(paragraph: string): string[] {
  const pieces: string[] = [];
  let last = '';
  let piece = '';
  for (const sign of paragraph) {
    const staysTogether =
      piece !== '' &&
      piece.length < 64 &&
      sign !== ' ' &&
      last !== ' ' &&
      ((ofWords.test(last) && ofWords.test(sign)) || notFirst.has(sign) || notLast.has(last));
    if (!staysTogether && piece !== '') {
      pieces.push(piece);
      piece = '';
    }
    piece += sign;
    last = sign;
  }
  if (piece !== '') pieces.push(piece);
  return pieces;
}
