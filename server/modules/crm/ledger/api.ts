/** The ledger for the modules whose documents it books. What each posting means is in docs/decisions/ledger.md. */
export {
  contractDiscarded,
  contractPassed,
  contractTakenBack,
  figuresOfPassing,
  keptByLedger,
} from './contract-postings.ts';
export { invoiced, reversedInvoice, reverseDocument } from './document-postings.ts';
export { moneyOfContracts } from './contract-money.ts';
export { creditOf } from './credit.ts';
export { lockContracts, readContracts, type LockedContract } from './locked-contracts.ts';
export { negated, post, type PostedLine, type Posting } from './post.ts';
