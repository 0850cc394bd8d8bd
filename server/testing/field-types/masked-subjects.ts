import { expect } from 'vitest';
import type { Company } from '#server/testing/company.ts';
import type { Subject } from '#server/testing/hidden-subjects.ts';
import { secretOf } from '#server/testing/field-types/samples.ts';
import { fieldLevel } from '#shared/admin/field-level.ts';
import { fieldTypeOf, partsOf } from '#shared/record/field-types.ts';
import type { Address, Field } from '#shared/record/field.ts';
import { rowTableOf } from '#shared/record/relations/row-table.ts';
import { isRelated } from '#shared/record/relations/relation.ts';
import { wholeMask } from '#shared/text/mask.ts';

/** The role of sellers. */
const sellers = 11;

/** Masks every field of the subjects to sellers. */
export async function maskAll(company: Company, subjects: readonly Subject[]): Promise<void> {
  const mask = async (label: number, fields: readonly Field[]) => {
    const data = fields.map(({ fieldId }) => ({ fieldId, level: fieldLevel.masked }));
    const body = { roleId: sellers, label, data };
    const answer = await company.call('field/saveRoleField', body, { as: company.people.admin });
    expect(answer.msg).toBe('');
  };
  for (const { type, hidden, hiddenInLines } of subjects) {
    await mask(type.code, hidden);
    if (type.lines) await mask(type.lines.code, hiddenInLines);
  }
}

/** What a subject's field holds, as text, where that is told apart from what answers have anyhow. */
export function plantedText(field: Field, { relatedName, nodeName }: Subject): string | null {
  if (rowTableOf(field)) return nodeName;
  if (isRelated(field.formType)) return relatedName;
  const value = secretOf(field);
  if (partsOf(field)) {
    const { address, detailAddress } = value as Address;
    return `${address} ${detailAddress}`;
  }
  return typeof value === 'string' && value !== '' && value !== field.options[0] ? value : null;
}

/** What sellers see in place of it. */
export function maskOf(field: Field, subject: Subject): string {
  const text = plantedText(field, subject);
  return text === null ? wholeMask : fieldTypeOf(field.formType).mask(text);
}

/** How many signs in a row say something: of digits alone five, as ids have digits, too, of a number with decimals six, as counts and shares have some, and of a time eight, as clocks show it. */
function longEnough(part: string): number {
  if (/^\d+$/.test(part)) return 5;
  if (/^[\d.]+$/.test(part)) return 6;
  return /^[\d: -]+$/.test(part) ? 8 : 4;
}

/**
 * Parts of what a field holds that its mask does not have, as short as they may be to say something, and none of small
 * letters alone, of which keys consist.
 */
function fragmentsOf(field: Field, subject: Subject): string[] {
  const text = plantedText(field, subject);
  if (text === null) return [];
  const mask = maskOf(field, subject);
  const parts = new Set<string>([text]);
  for (let at = 0; at + 4 <= text.length; at += 1) {
    const length = longEnough(text.slice(at, at + 4));
    const part = text.slice(at, at + length);
    if (part.length === length && longEnough(part) <= length) parts.add(part);
  }
  return [...parts].filter(
    (part) => !/^[a-z_ ]+$/.test(part) && !mask.includes(part) && part !== String(field.fieldId),
  );
}

/** Ids of batches and the like hold any digits, as do moments in seconds or milliseconds since 1970. */
const withoutIds = (text: string): string =>
  text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '').replaceAll(/(?<!\d)1[789]\d{8}(?:\d{3})?(?!\d)/g, '');

/** What a text has of the values of a subject, anywhere in it. */
export function foundIn(subject: Subject, text: string): string[] {
  const bare = withoutIds(text);
  return subject.hidden
    .flatMap((field) => fragmentsOf(field, subject).map((part) => [field.fieldName, part] as const))
    .filter(([, part]) => bare.includes(part))
    .map(([name, part]) => `${name}: ${part}`);
}
