import { comparisons, conditionFunctions } from '#shared/record/formula/functions/comparisons.ts';
import { dateFunctions } from '#shared/record/formula/functions/dates.ts';
import { arithmetic, numberFunctions } from '#shared/record/formula/functions/numbers.ts';
import type { Operation } from '#shared/record/formula/functions/operation.ts';
import { conversions, textFunctions } from '#shared/record/formula/functions/texts.ts';

const functions = { ...conditionFunctions, ...numberFunctions, ...dateFunctions, ...textFunctions } as const;
const operations = { ...functions, ...arithmetic, ...comparisons, ...conversions } as const;

/** The functions of formulas. */
export type FunctionName = keyof typeof functions;
/** These, operators, and conversions inserted by the checker. */
export type OperationName = keyof typeof operations;

/** @internal */
export const functionNames = Object.keys(functions) as readonly FunctionName[];
export const isFunctionName = (name: string): name is FunctionName => Object.hasOwn(functions, name);
export const operationOf = (name: OperationName): Operation => operations[name];
