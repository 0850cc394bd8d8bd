import { describe, expect, it } from 'vitest';
import { cleanFileName, disposition, extensionOf, hasDangerousExtension } from '#server/platform/files/file-name.ts';

describe('the name of a file (security U2)', () => {
  it.each([
    ['合同 2026.pdf', '合同 2026.pdf'],
    ['../../etc/passwd', '_.._etc_passwd'],
    ['..\\..\\windows\\x.txt', '_.._windows_x.txt'],
    ['C:\\Users\\我\\报价.xlsx', 'C__Users_我_报价.xlsx'],
    ['%2e%2e%2fx.txt', '%2e%2e%2fx.txt'],
    ['a\u0000b.txt', 'ab.txt'],
    ['a\r\nset-cookie: x.txt', 'aset-cookie_ x.txt'],
    ['invoice\u202Efdp.exe.png', 'invoicefdp.exe.png'],
    ['\u200E\u2067a\u2069.txt', 'a.txt'],
    ['a"b\'c.txt', "a_b'c.txt"],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['com1 .txt', '_com1 .txt'],
    ['contract.txt', 'contract.txt'],
    [' .hidden. ', 'hidden'],
    ['cafe\u0301.txt', 'caf\u00E9.txt'],
    ['半\uD800个.txt', '半\uFFFD个.txt'],
  ])('%j becomes %j', (raw, clean) => {
    expect(cleanFileName(raw)).toBe(clean);
    expect(cleanFileName(clean)).toBe(clean);
  });

  it.each(['', ' ', '.', '..', '/', '\u202E', '...\u0000'])('%j is no name', (raw) => {
    expect(() => cleanFileName(raw)).toThrow('file.name');
  });

  it('cuts a long name to 255 bytes, between characters, and keeps the extension', () => {
    for (const sign of ['a', '长', '😀']) {
      const cut = cleanFileName(`${sign.repeat(3000)}.docx`);
      expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(255);
      expect(Buffer.byteLength(cut)).toBeGreaterThan(250);
      expect(cut).toMatch(/\.docx$/);
      expect(cut.isWellFormed()).toBe(true);
    }
  });

  it.each([
    ['a.PDF', 'pdf'],
    ['a.tar.gz', 'gz'],
    ['没有', ''],
    ['a.', ''],
  ])('the extension of %s is %j', (name, extension) => expect(extensionOf(name)).toBe(extension));

  it.each([
    'x.php',
    'x.php.jpg',
    'x.PHP5.png',
    'x.php .jpg',
    'x.jpg.exe',
    'x.svg',
    'x.html.txt',
    'x.js',
    '.htaccess.txt',
  ])('%s is dangerous', (name) => expect(hasDangerousExtension(name)).toBe(true));
  it.each(['报价 www.jianye.com.pdf', 'v1.2.docx', 'Node.js 教程.pdf', 'phpinfo.txt', 'x.json.zip', '.hidden'])(
    '%s is harmless',
    (name) => expect(hasDangerousExtension(name)).toBe(false),
  );
});

it('writes names into headers by RFC 6266', () => {
  expect(disposition('attachment', `合同 "A" 50%('1').pdf`)).toBe(
    `attachment; filename="__ _A_ 50_('1').pdf"; filename*=UTF-8''%E5%90%88%E5%90%8C%20%22A%22%2050%25%28%271%27%29.pdf`,
  );
  expect(disposition('inline', 'a.png')).toBe(`inline; filename="a.png"; filename*=UTF-8''a.png`);
});
