import type Big from 'big.js';
import type { FormulaType, Value } from '#shared/record/formula/value.ts';

/**
 * The type of a function's parameter. `time` is a date or a datetime, `joined` anything that can be converted to text,
 * `same` the common type of all such parameters of a call, `unit` a literal text.
 */
export type Place = 'number' | 'text' | 'time' | 'boolean' | 'joined' | 'any' | 'same' | 'unit';

/** Units for moving dates. */
export const units = ['day', 'month', 'year'] as const;
export type Unit = (typeof units)[number];
export const isUnit = (text: string): text is Unit => (units as readonly string[]).includes(text);

type Filled = Exclude<Value, null>;

/** What the evaluation of a parameter receives. */
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

/** A function or an operator. Its SQL is in `server/record/formula`. */
export interface Operation {
  readonly places: readonly Place[];
  /** The last parameter may be repeated. */
  readonly repeats: boolean;
  /** Allowed types of `same` parameters; all by default. */
  readonly among: readonly FormulaType[] | null;
  /** `time`: the type of the first argument. */
  readonly result: FormulaType | 'same' | 'time';
  /** Evaluated even with an empty argument; otherwise the result is empty then. */
  readonly readsEmpty: boolean;
  readonly evaluate: (values: readonly Value[]) => Value;
}

type Result = Operation['result'];
const plain = { repeats: false, among: null, readsEmpty: false } as const;

/** With a fixed number of arguments, none of which is empty. */
export const operation = <const P extends readonly Place[]>(
  places: P,
  result: Result,
  evaluate: (...values: AllHanded<P>) => Value,
): Operation => ({ ...plain, places, result, evaluate: (values) => evaluate(...(values as unknown as AllHanded<P>)) });

/** With a fixed number of arguments, each of which may be empty. */
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

/** With any number of arguments of one kind, each of which may be empty. */
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

/** With `same` parameters restricted to these types. */
export const limitedTo = (among: readonly FormulaType[], of: Operation): Operation => ({ ...of, among });

export const isFilled = <V>(value: V | null): value is V => value !== null;
