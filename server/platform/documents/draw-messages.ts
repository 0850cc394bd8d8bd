import type { PlannedDocument } from './document.ts';
import type { DocumentError } from './document-error.ts';
import type { LaidOut } from './laid-out.ts';

export interface DrawJob {
  readonly document: PlannedDocument;
  readonly wants: 'pdf' | 'pages';
}

export type DrawAnswer =
  | { readonly kind: 'pdf'; readonly bytes: Uint8Array }
  | { readonly kind: 'pages'; readonly pages: LaidOut }
  | { readonly kind: 'refused'; readonly code: DocumentError['code']; readonly params: DocumentError['params'] }
  | { readonly kind: 'failed'; readonly message: string };
