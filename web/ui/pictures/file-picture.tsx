import { useRef } from 'react';
import { useFileUrl } from '#web/lib/file-url.ts';
import { useNearViewport } from '#web/lib/screen/near-viewport.ts';
import styles from '#web/ui/pictures/file-picture.module.css';

interface FilePictureProps {
  readonly link: string;
  readonly alt: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** A stored picture, loaded once when it is near the visible part of the page. */
export function FilePicture({ link, alt, width, height }: FilePictureProps) {
  const frame = useRef<HTMLSpanElement>(null);
  const isNear = useNearViewport(frame);
  const { url } = useFileUrl(link, isNear);
  return (
    <span ref={frame} className={styles['frame']} style={{ width, height }}>
      {url === undefined ? <span className="only-read">{alt}</span> : <img src={url} alt={alt} />}
    </span>
  );
}
