import type { Actor } from '#server/platform/access/actor.ts';
import { readIdentity } from '#server/platform/company-identity.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { logoOf } from '#server/record/printing/logo.ts';
import { printFields } from '#server/record/printing/print-fields.ts';
import type { PrintedRecord, PrintedValue } from '#server/record/printing/printed-value.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';
import type { PrintField } from '#shared/record/printing/print-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';

const lines = 3;

/** A record that has the names of its fields for values, to see a template by. */
export async function sampleRecord(db: Database, actor: Actor, type: RecordType): Promise<PrintedRecord> {
  const fields = await printFields(db, actor, type);
  const own = fields.filter(({ group }) => group !== 'line');
  const ofLines = fields.filter(({ group }) => group === 'line');
  const identity = await readIdentity(db);
  const sample = new Map(own.map((field) => [field.key, sampleValue(field)]));
  const head = type.lines?.amounts?.head;
  const totals = head ? Object.values(head).filter((key) => sample.has(key)) : [];
  const company = sample.get('company');
  if (company && identity.name !== '') sample.set('company', { ...company, text: identity.name });
  return {
    title: translate(actor.language, 'print.sample'),
    noun: translate(actor.language, type.name as MessageKey),
    createdAt: '2000-01-01T00:00:00Z',
    values: sample,
    shown: own
      .filter(({ group, key }) => group === 'record' && !key.includes('.') && !totals.includes(key))
      .map(({ key }) => key),
    totals,
    lines: type.lines
      ? {
          fields: new Map(ofLines.map((field) => [field.key, sampleValue(field)])),
          titleKey: type.lines.searchField,
          rows: Array.from({ length: lines }, () => new Map(ofLines.map((field) => [field.key, sampleValue(field)]))),
        }
      : null,
    logo: logoOf(identity.logo),
  };
}

const sampleValue = ({ name, isMoney, isDay, isNumber }: PrintField): PrintedValue => ({
  label: name,
  text: `〔${name}〕`,
  value: null,
  isMoney: isMoney === 1,
  isFigure: isNumber === 1,
  isDay: isDay === 1,
});
