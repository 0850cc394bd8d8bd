import { createElement, createRef } from 'react';
import { createRoot } from 'react-dom/client';
import { ImageCropper, type ImageCropperHandle } from '#web/ui/pictures/image-cropper.tsx';

/** Shows the cropper as it is by default, and answers what it makes of a picture. */
export async function crop(source: Blob): Promise<Blob> {
  const ref = createRef<ImageCropperHandle>();
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const isBroken = new Promise<never>((_, refuse) => {
    root.render(createElement(ImageCropper, { ref, source, onError: () => refuse(new Error('broken')) }));
  });
  const cropped = async (): Promise<Blob> => {
    for (;;) {
      const blob = await ref.current?.crop().catch(() => null);
      if (blob) return blob;
      await new Promise((done) => requestAnimationFrame(done));
    }
  };
  return Promise.race([cropped(), isBroken]);
}
