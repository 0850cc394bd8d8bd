import { extractImages, extractText, getDocumentProxy } from 'unpdf';

/** The text of a PDF, page by page, as a reader that knows nothing of us finds it, without the spaces that it puts between pieces. */
export async function pdfPages(bytes: Uint8Array): Promise<string[]> {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const { text } = await extractText(document, { mergePages: false });
  return text.map((page) => page.replaceAll(/\s+/g, ''));
}

/** The pictures on the first page of a PDF, by their pixels. */
export async function pdfImages(bytes: Uint8Array): Promise<{ width: number; height: number }[]> {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  return (await extractImages(document, 1)).map(({ width, height }) => ({ width, height }));
}
