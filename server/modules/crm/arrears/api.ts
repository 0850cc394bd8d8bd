/** Arrears for the receivables that make and settle them. */
export { arrearsTakenBack, inTheWay, openArrears, settledSince } from './open-arrears.ts';
