import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import { unknownSign } from './clean-text.ts';

type Weight = 'regular' | 'bold';

const ofFallback = (file: string): URL => new URL(`../fonts/${file}`, import.meta.resolve('@embedpdf/fonts-jp'));

/** Asked in this order for each character: the second has rare ones of names that the first lacks, such as 𠮷. */
const families: readonly Readonly<Record<Weight, () => URL>>[] = [
  {
    regular: () => new URL(import.meta.resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf')),
    bold: () => new URL(import.meta.resolve('@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf')),
  },
  { regular: () => ofFallback('NotoSansJP-Regular.otf'), bold: () => ofFallback('NotoSansJP-Bold.otf') },
];

/** A font of the document, by its name in the file. */
interface Face {
  readonly name: string;
  readonly font: Font;
}

/** A piece of text that one font has. */
export interface Run {
  readonly text: string;
  readonly face: Face;
}

const faces = new Map<string, Face>();

function faceOf(family: number, weight: Weight): Face {
  const name = `${weight}${family}`;
  const known = faces.get(name);
  if (known) return known;
  const address = families[family]?.[weight]();
  if (!address) throw new Error(`there is no font ${name}`);
  const font = create(readFileSync(address));
  if (!('glyphForCodePoint' in font)) throw new Error(`${name} is a collection of fonts`);
  const face = { name, font };
  faces.set(name, face);
  return face;
}

/** How a character is drawn: by which font, how wide in relation to the size, and as which sign. */
interface Drawn {
  readonly face: Face;
  readonly width: number;
  readonly sign: string;
}

const drawn: Readonly<Record<Weight, Map<string, Drawn>>> = { regular: new Map(), bold: new Map() };

function drawnAs(sign: string, weight: Weight): Drawn {
  const known = drawn[weight].get(sign);
  if (known) return known;
  const codePoint = sign.codePointAt(0) ?? 0;
  const family = families.findIndex((_, at) => faceOf(at, weight).font.hasGlyphForCodePoint(codePoint));
  const made = family === -1 ? drawnAs(unknownSign, weight) : drawnBy(faceOf(family, weight), sign, codePoint);
  drawn[weight].set(sign, made);
  return made;
}

const drawnBy = (face: Face, sign: string, codePoint: number): Drawn => ({
  face,
  sign,
  width: face.font.glyphForCodePoint(codePoint).advanceWidth / face.font.unitsPerEm,
});

const weightOf = (isBold: boolean): Weight => (isBold ? 'bold' : 'regular');

/** Width of one character at size 1. */
export const widthOfSign = (sign: string, isBold: boolean): number => drawnAs(sign, weightOf(isBold)).width;

/** Width of a text at size 1. */
export function widthOf(text: string, isBold: boolean): number {
  let width = 0;
  for (const sign of text) width += widthOfSign(sign, isBold);
  return width;
}

/** The text in pieces of one font each. */
export function runsOf(text: string, isBold: boolean): Run[] {
  const runs: { text: string; face: Face }[] = [];
  for (const sign of text) {
    const { face, sign: shown } = drawnAs(sign, weightOf(isBold));
    const last = runs.at(-1);
    if (last?.face === face) last.text += shown;
    else runs.push({ text: shown, face });
  }
  return runs;
}
