/** A file that the picture viewer shows. */
export interface ViewedFile {
  readonly name: string;
  /** Link of the stored file. */
  readonly url: string;
}
