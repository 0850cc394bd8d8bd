import type Big from 'big.js';
import type { FormulaType, Value } from '#shared/record/formula/value.ts';

/**
 * What a place of a function takes. `time` is a date or a datetime, `joined` whatever can be written into a text, `same`
 * the one type that all such places of a call share, `unit` a text that stands in the formula.
 */
export type Place = 'number' | 'text' | 'time' | 'boolean' | 'joined' | 'any' | 'same' | 'unit';

/** Units that dates move by. */
export const units = ['day', 'month', 'year'] as const;
export type Unit = (typeof units)[number];
export const isUnit = (text: string): text is Unit => (units as readonly string[]).includes(text);

type Filled = Exclude<Value, null>;

/** What the evaluation of a place is handed. */
interface Handed {
  number: Big;
  text: string;
  time: string;
  boolean: boolean;
  joined: string;
  any: Filled;
  same: Filled;
  unit: Unit;
}
type AllHanded<P extends readonly Place[]> = { [At in keyof P]: Handed[P[At]] };
type AllOrEmpty<P extends readonly Place[]> = { [At in keyof P]: Handed[P[At]] | null };

/** A function or an operator. What it means in SQL stands in `server/record/formula`. */
export interface Operation {
  readonly places: readonly Place[];
  /** The last place may be there any number of times. */
  readonly repeats: boolean;
  /** Types that places of one type may have; all unless given. */
  readonly among: readonly FormulaType[] | null;
  /** `time`: the type of the first argument. */
  readonly result: FormulaType | 'same' | 'time';
  /** It is asked though an argument is empty; else the result is empty then. */
  readonly readsEmpty: boolean;
  readonly evaluate: (values: readonly Value[]) => Value;
}

type Result = Operation['result'];
const plain = { repeats: false, among: null, readsEmpty: false } as const;

/** Of a fixed number of arguments, none of which is empty. */
export const operation = <const P extends readonly Place[]>(
  places: P,
  result: Result,
  evaluate: (...values: AllHanded<P>) => Value,
): Operation => ({ ...plain, places, result, evaluate: (values) => evaluate(...(values as unknown as AllHanded<P>)) });

/** Of a fixed number of arguments, each of which may be empty. */
export const readingEmpty = <const P extends readonly Place[]>(
  places: P,
  result: Result,
  evaluate: (...values: AllOrEmpty<P>) => Value,
): Operation => ({
  ...plain,
  places,
  result,
  readsEmpty: true,
  evaluate: (values) => evaluate(...(values as unknown as AllOrEmpty<P>)),
});

/** Of any number of arguments of one kind, each of which may be empty. */
export const ofMany = <P extends Place>(
  place: P,
  result: Result,
  evaluate: (values: readonly (Handed[P] | null)[]) => Value,
): Operation => ({
  ...plain,
  places: [place],
  repeats: true,
  result,
  readsEmpty: true,
  evaluate: (values) => evaluate(values as readonly (Handed[P] | null)[]),
});

/** With places of one type that must be among these. */
export const limitedTo = (among: readonly FormulaType[], of: Operation): Operation => ({ ...of, among });

export const isFilled = <V>(value: V | null): value is V => value !== null;
