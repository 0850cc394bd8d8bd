import {
  DownloadOutlined,
  FileOutlined,
  RotateRightOutlined,
  ZoomInOutlined,
  ZoomOutOutlined,
} from '@ant-design/icons';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFileUrl } from '#web/lib/file-url.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { isPicture } from '#web/lib/picture-name.ts';
import type { ViewedFile } from '#web/ui/pictures/viewed-file.ts';
import styles from '#web/ui/pictures/picture-viewer.module.css';
import { Loading } from '#web/ui/states/page-state.tsx';
import { turned, zoomed, zoomIn, zoomOut } from '#web/ui/pictures/viewer-geometry.ts';

/** One file of the viewer with its actions: pictures are shown, others get an icon and 下载. */
export function ViewerFile({ file }: { readonly file: ViewedFile }) {
  const text = useText();
  const isShown = isPicture(file.name);
  const picture = useRef<HTMLImageElement>(null);
  const [isWanted, setIsWanted] = useState(false);
  const { url, hasFailed } = useFileUrl(file.url, isShown || isWanted);
  const [isBroken, setIsBroken] = useState(false);
  /** Pixels; null fits the picture into the page. */
  const [width, setWidth] = useState<number | null>(null);
  const [degrees, setDegrees] = useState(0);

  const zoom = (factor: number) => {
    const { current } = picture;
    if (current) setWidth(zoomed(current.offsetWidth, factor));
  };
  const save = useEffectEvent((address: string) => {
    const link = document.createElement('a');
    link.href = address;
    link.download = file.name;
    link.click();
    setIsWanted(false);
  });
  useEffect(() => {
    if (isWanted && url !== undefined) save(url);
    else if (hasFailed) setIsWanted(false);
  }, [isWanted, url, hasFailed]);

  const isGone = hasFailed || isBroken;
  const isSideways = degrees % 180 === 90;
  return (
    <>
      <div className={styles['stage']}>
        {isShown && url !== undefined && !isGone && (
          <img
            ref={picture}
            src={url}
            alt={file.name}
            className={isSideways ? styles['sideways'] : styles['upright']}
            style={{ rotate: `${degrees}deg`, ...(width !== null && { width, maxWidth: 'none', maxHeight: 'none' }) }}
            onError={() => setIsBroken(true)}
          />
        )}
        {isShown && url === undefined && !isGone && <Loading />}
        {(!isShown || isGone) && (
          <div className={styles['icon']}>
            <FileOutlined aria-hidden />
            {isGone && <p role="alert">{text('viewer.unavailable')}</p>}
          </div>
        )}
      </div>
      <div className={styles['tools']}>
        {isShown && (
          <>
            <button
              type="button"
              className={styles['button']}
              aria-label={text('viewer.zoom_in')}
              onClick={() => zoom(zoomIn)}
            >
              <ZoomInOutlined aria-hidden />
            </button>
            <button
              type="button"
              className={styles['button']}
              aria-label={text('viewer.zoom_out')}
              onClick={() => zoom(zoomOut)}
            >
              <ZoomOutOutlined aria-hidden />
            </button>
            <button
              type="button"
              className={styles['button']}
              aria-label={text('viewer.rotate')}
              onClick={() => setDegrees(turned)}
            >
              <RotateRightOutlined aria-hidden />
            </button>
          </>
        )}
        <button
          type="button"
          className={styles['button']}
          disabled={isWanted || isGone}
          onClick={() => setIsWanted(true)}
        >
          <DownloadOutlined aria-hidden /> {text('viewer.download')}
        </button>
      </div>
    </>
  );
}
