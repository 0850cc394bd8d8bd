import { pinyin } from 'pinyin-pro';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import { columnFor, type SheetColumn } from '#server/record/import/columns.ts';
import { plainHeading } from '#server/record/import/preview/words.ts';
import type { columnGuesses } from '#shared/record/calls/import-calls.ts';

/** By what a column of a sheet was recognised; a heading that is the label of its column is no guess. */
export type Guess = (typeof columnGuesses)[number];

export interface GuessedColumn {
  /** Name of the column; '' for one that was passed over last time, null for none. */
  readonly name: string | null;
  readonly guess: Guess | null;
}

/** Headings of earlier sheets, plain, with the names of their columns. */
export type EarlierHeadings = ReadonlyMap<string, string>;

interface Headings {
  readonly headings: readonly string[];
  /** The texts below each heading, as far as they have been read. */
  readonly textsOf: (index: number) => readonly string[];
  readonly earlier: EarlierHeadings;
}

/**
 * Which columns the headings of somebody's own sheet mean: by their labels, by what was chosen last time, by words for the
 * same thing, by pinyin, and at last by what stands below. The surest go first, and each column is given once.
 */
export function guessColumns(
  columns: readonly SheetColumn[],
  { headings, textsOf, earlier }: Headings,
): GuessedColumn[] {
  const found: GuessedColumn[] = headings.map(() => ({ name: null, guess: null }));
  const taken = new Set<string>();
  const give = (
    guess: Guess | null,
    columnOf: (heading: string, index: number, free: readonly SheetColumn[]) => string | undefined,
  ) => {
    for (const [index, heading] of headings.entries()) {
      if (found[index]?.name !== null || plainHeading(heading) === '') continue;
      const name = columnOf(
        heading,
        index,
        columns.filter((column) => !taken.has(column.name)),
      );
      if (name === undefined || taken.has(name)) continue;
      found[index] = { name, guess };
      if (name !== '') taken.add(name);
    }
  };
  give(null, (heading, _index, free) => columnFor(free, heading)?.name);
  give('before', (heading, _index, free) => {
    const name = earlier.get(plainHeading(heading));
    return name === '' || free.some((column) => column.name === name) ? name : undefined;
  });
  give('word', (heading, _index, free) => only(free, ({ words = [] }) => words.includes(plainHeading(heading))));
  give('word', (heading, _index, free) => byPart(free, plainHeading(heading)));
  give('pinyin', (heading, _index, free) =>
    only(free, (column) => inLetters(column.labels.cn).includes(plainHeading(heading))),
  );
  give('values', (_heading, index, free) => {
    const texts = textsOf(index).filter((text) => text !== '');
    return texts.length === 0 ? undefined : only(free, (column) => areValues(column, texts));
  });
  return found;
}

/** The one column that fits; undefined for none and for several. */
function only(columns: readonly SheetColumn[], fits: (column: SheetColumn) => boolean): string | undefined {
  const [first, second] = columns.filter(fits);
  return second ? undefined : first?.name;
}

/** The column of the longest word that is at least half of the heading. */
function byPart(columns: readonly SheetColumn[], heading: string): string | undefined {
  const lengthIn = ({ words = [] }: SheetColumn): number =>
    Math.max(
      0,
      ...words
        .filter((word) => word.length > 1 && 2 * word.length >= heading.length && heading.includes(word))
        .map(({ length }) => length),
    );
  const lengths = columns.map(lengthIn);
  const most = Math.max(0, ...lengths);
  return most === 0 ? undefined : only(columns, (column) => lengths[columns.indexOf(column)] === most);
}

/** A label in pinyin, whole and by its initials. */
const inLetters = (label: string): string[] => {
  const syllables = pinyin(plainHeading(label), { toneType: 'none', type: 'array' });
  const initials = syllables.map((syllable) => syllable.slice(0, 1)).join('');
  return [syllables.join(''), ...(initials.length > 1 ? [initials] : [])];
};

/** Whether all texts look like values of the field, and hardly like others. */
const areValues = ({ field, part }: SheetColumn, texts: readonly string[]): boolean => {
  const { looksLike } = fieldTypeOf(field.formType);
  return part === null && looksLike !== undefined && texts.every((text) => looksLike(text, field));
};
