import { sql } from 'kysely';
import '#server/modules/crm/enterprise/tables.ts';
import { companyFields, type CompanyRow } from '#server/modules/crm/enterprise/company-fields.ts';
import { companyColumns, companyRow, type SheetColumnName } from '#server/modules/crm/enterprise/company-row.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { cleanFileName } from '#server/platform/files/file-name.ts';
import type { Upload } from '#server/platform/http/upload.ts';
import { audit } from '#server/platform/log/audit.ts';
import { readSheet } from '#server/platform/sheets/read-sheet.ts';
import { writeWorkbook } from '#server/platform/sheets/workbook-writer.ts';
import { matchColumns } from '#server/record/import/columns.ts';
import { asImportError, limitsFor, textOf } from '#server/record/import/sheet.ts';
import { readUpload } from '#server/record/import/upload.ts';
import type { Language } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';
import { AppError } from '#shared/wire/error-codes.ts';

const rowsAtOnce = 1000;
/** Maximum number of faulty rows that are reported one by one. */
const mostTold = 100;

interface ReadCompanies {
  readonly companies: readonly CompanyRow[];
  readonly total: number;
  readonly errors: readonly { readonly row: number; readonly msg: string }[];
}

/**
 * Imports the companies of a sheet of at most 10,000 rows; known companies are replaced, rows with a fault are skipped.
 * @throws AppError when the file or its headings are invalid
 */
export async function importCompanies(db: Database, actor: Actor, upload: Upload) {
  const { companies, total, errors } = await readCompanies(upload, actor.language);
  await inTransaction(db, async (trx) => {
    await putCompanies(trx, companies);
    await audit(trx, {
      userId: actor.userId,
      what: 'import enterprise',
      subject: cleanFileName(upload.name),
      result: 'done',
      address: actor.address,
    });
  });
  return { total, success: companies.length, errors: errors.slice(0, mostTold) };
}

async function readCompanies(upload: Upload, language: Language): Promise<ReadCompanies> {
  const { headings, headerRow } = await readUpload(upload, companyColumns, false);
  const mapping = matchColumns(companyColumns, headings, undefined, { row: headerRow, language });
  const labels = new Map(companyColumns.map(({ name, labels: all }) => [name, all[language]]));
  const labelOf = (name: SheetColumnName): string => labels.get(name) ?? name;
  // the last row of a company counts
  const companies = new Map<string, CompanyRow>();
  const errors: { row: number; msg: string }[] = [];
  let total = 0;
  try {
    for await (const { row, cells } of readSheet(upload.path, { ...limitsFor(false), headingRows: headerRow })) {
      if (row <= headerRow) continue;
      total += 1;
      try {
        const values: Partial<Record<SheetColumnName, string>> = {};
        for (const [index, { name }] of mapping) {
          const read = textOf(cells[index]);
          if ('code' in read) throw new AppError(read.code, { name: labelOf(name) });
          values[name] = read.text;
        }
        const company = companyRow(values, labelOf);
        companies.set(company.name, company);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        errors.push({ row, msg: translate(language, error.code, error.params) });
      }
    }
  } catch (error) {
    throw asImportError(error);
  }
  return { companies: [...companies.values()], total, errors };
}

/** Writes companies with distinct names; known rows of the same name are replaced. */
export async function putCompanies(db: Database, companies: readonly CompanyRow[]): Promise<void> {
  const names = sql.join(tableColumns.map((name) => sql.ref(name)));
  const anew = sql.join(tableColumns.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`));
  for (let at = 0; at < companies.length; at += rowsAtOnce) {
    const part = JSON.stringify(companies.slice(at, at + rowsAtOnce));
    await sql`
      insert into enterprise (${names}) select ${names} from jsonb_populate_recordset(null::enterprise, ${part}::jsonb)
      on conflict (name) do update set ${anew}, update_time = now()`.execute(db);
  }
}

const tableColumns = Object.values(companyFields).map(({ column }) => column);

/** A template sheet for companies. */
export const writeCompanyTemplate = (language: Language, path: string): Promise<void> =>
  writeWorkbook({
    path,
    titleRow: translate(language, 'enterprise.registry'),
    columns: companyColumns.map(({ labels, required }) => ({
      header: labels[language] + (required ? translate(language, 'sheet.required_mark') : ''),
      kind: 'text',
      isRequired: required,
      width: 20,
    })),
  });
