/** What a card says, in words. */
export interface CardWords {
  readonly name: string;
  readonly post: string;
  readonly company: string;
  readonly deptName: string;
  readonly mobile: string;
  readonly email: string;
  readonly address: string;
}

const escaped = (text: string): string => text.replace(/[\\;,]/g, String.raw`\$&`).replace(/\r?\n/g, String.raw`\n`);

/** A card as a contact that phones read from a QR code (vCard 3.0, RFC 2426); what is empty is left out. */
export function vCard({ name, post, company, deptName, mobile, email, address }: CardWords): string {
  const organisation = [company, deptName].map(escaped).join(';');
  const lines: readonly (readonly [string, string])[] = [
    ['N', `${escaped(name)};;;;`],
    ['FN', escaped(name)],
    ['ORG', organisation === ';' ? '' : organisation],
    ['TITLE', escaped(post)],
    ['TEL;TYPE=CELL', mobile.replace(/\s/g, '')],
    ['EMAIL', escaped(email)],
    ['ADR;TYPE=WORK', address === '' ? '' : `;;${escaped(address)};;;;`],
  ];
  const said = lines.filter(([, value]) => value !== '').map(([property, value]) => `${property}:${value}`);
  return ['BEGIN:VCARD', 'VERSION:3.0', ...said, 'END:VCARD'].join('\r\n');
}
