import { benchApprovals } from './approvals.ts';
import { benchDeals } from './deals.ts';
import { benchHandOver } from './hand-over.ts';
import { benchFieldIndex } from './field-index.ts';
import { runFloods } from './floods.ts';
import { runLoadLevels } from './load-levels.ts';
import { runPage } from './page.ts';
import { benchOperationLog } from './operation-log.ts';
import { benchOptionRename } from './option-rename.ts';
import { benchPrinting } from './printing.ts';
import { runRecompute } from './recompute.ts';
import { openReport } from './report.ts';
import { benchRestore } from './restore.ts';
import { benchRights } from './rights.ts';
import { benchStaffImport } from './staff-import.ts';

// npm run bench [-- customers] [lists]: the figures of R26.1, into results.md; only those of lists, into the log.
// npm run bench -- documents: those of documents with lines, into document-results.md.
// npm run bench -- printing: those of documents as PDF, into the log (kept in document-results.md).
// npm run bench -- approvals [contracts]: what waits for a director, and many passed at once, into the log (kept in deal-results.md).
// npm run bench -- deals [customers]: lists, saves and the ledger of deals, into the log (kept in deal-results.md).
// npm run bench -- page: how soon pages answer a press, into page-results.md.
// npm run bench -- rights: questions about the rights of 1,000 people, into the log (kept in rights-results.md).
// npm run bench -- hand-over: 50,000 customers of one person given to another, into the log (kept in rights-results.md).
// npm run bench -- staff-import: a sheet of 5,000 people and their departments, into the log (kept in rights-results.md).
// npm run bench -- operation-log [rows]: pages of the operation log, into the log (kept in operation-log-results.md).
// npm run bench -- field-index [customers]: an index built while 200 people work, into the log.
// npm run bench -- option-rename [customers]: an option that three tenths of them have, called otherwise, into the log.
// npm run bench -- restore [customers] [gigabytes]: a company backed up and restored, into the log (kept in operation-log-results.md).
// npm run bench -- recompute [customers]: a changed formula computed anew, into the log.
// npm run bench -- load [customers] [scale] [level]: the load levels of security L1-L7, into load-results.md unless the
// scale is below 1 or one level is named, which is for trying them out.
// npm run bench -- floods [customers] [seconds]: the two floods of security L6, as a section of load-results.md unless they
// are shorter than 60 s.

const alternating = `Node ${process.version}. Medians of alternating rounds of one run.`;
const [first, customers, scale, only] = process.argv.slice(2);
if (first === 'documents') {
  await import('./documents.ts');
} else if (first === 'load') {
  await runLoadLevels({ customers: Number(customers ?? 1_000_000), scale: Number(scale ?? 1), only });
} else if (first === 'floods') {
  await runFloods({ customers: Number(customers ?? 1_000_000), seconds: Number(scale ?? 60) });
} else if (first === 'page') {
  await runPage();
} else if (first === 'printing') {
  await benchPrinting(openReport(alternating));
} else if (first === 'approvals') {
  await benchApprovals(Number(customers ?? 300_000), openReport(alternating));
} else if (first === 'deals') {
  await benchDeals(Number(customers ?? 1_000_000), openReport(alternating));
} else if (first === 'rights') {
  await benchRights(openReport(alternating));
} else if (first === 'hand-over') {
  await benchHandOver(openReport(alternating));
} else if (first === 'staff-import') {
  await benchStaffImport(openReport(alternating));
} else if (first === 'operation-log') {
  await benchOperationLog(Number(customers ?? 10_000_000), openReport(alternating));
} else if (first === 'field-index') {
  await benchFieldIndex(Number(customers ?? 1_000_000), openReport('One run.'));
} else if (first === 'option-rename') {
  await benchOptionRename(Number(customers ?? 1_000_000), openReport(alternating));
} else if (first === 'restore') {
  await benchRestore(Number(customers ?? 1_000_000), Number(scale ?? 10), openReport('One run.'));
} else if (first === 'recompute') {
  await runRecompute(Number(customers ?? 1_000_000));
} else {
  await import('./figures.ts');
}
