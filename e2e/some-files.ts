import type { Page } from 'playwright-core';
import sharp from 'sharp';

interface ChosenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** Typical attachments; the photo is large, one name is long. */
export async function someFiles(): Promise<Record<'photo' | 'pdf' | 'zip' | 'long', ChosenFile>> {
  const noise = Buffer.from(Array.from({ length: 1600 * 1200 * 3 }, (_, at) => (at * 7919) % 251));
  const photo = await sharp(noise, { raw: { width: 1600, height: 1200, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer();
  const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
  const zip = Buffer.from('UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==', 'base64');
  return {
    photo: { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo },
    pdf: { name: 'plan.pdf', mimeType: 'application/pdf', buffer: pdf },
    zip: { name: 'parts.zip', mimeType: 'application/zip', buffer: zip },
    long: { name: `${'很长的文件名'.repeat(6)}合同.pdf`, mimeType: 'application/pdf', buffer: pdf },
  };
}

/** Chooses files behind a button. */
export async function chooseFiles(page: Page, button: string, list: readonly ChosenFile[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button, exact: true }).last().click();
  await (await chooser).setFiles([...list]);
}
