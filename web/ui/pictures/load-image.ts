export interface LoadingImage {
  readonly image: Promise<HTMLImageElement>;
  /** Frees its memory; the image cannot be drawn afterwards. */
  readonly release: () => void;
}

/** Reads a picture for drawing. Rejects when it is not one, or broken. */
export function loadImage(source: Blob): LoadingImage {
  const url = URL.createObjectURL(source);
  const image = new Image();
  image.src = url;
  return { image: image.decode().then(() => image), release: () => URL.revokeObjectURL(url) };
}
