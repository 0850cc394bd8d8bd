/** Why a document is not made; the code is a message of the product. */
export class DocumentError extends Error {
  readonly code: 'print.too_long' | 'print.too_slow';
  readonly params: Readonly<Record<string, number>>;

  constructor(code: DocumentError['code'], params: Readonly<Record<string, number>>, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
    this.params = params;
  }
}
