import { FileOutlined } from '@ant-design/icons';
import { useText } from '#web/lib/i18n/i18n.ts';
import { isPicture } from '#web/lib/picture-name.ts';
import { FilePicture } from '#web/ui/pictures/file-picture.tsx';
import type { ViewedFile } from '#web/ui/pictures/viewed-file.ts';
import styles from '#web/ui/pictures/picture-viewer.module.css';

interface ViewerThumbnailsProps {
  readonly files: readonly ViewedFile[];
  readonly current: number;
  readonly onShow: (index: number) => void;
}

/** A row of the files; pressing one shows it. */
export function ViewerThumbnails({ files, current, onShow }: ViewerThumbnailsProps) {
  const text = useText();
  return (
    <ul className={styles['thumbnails']} aria-label={text('viewer.thumbnails')}>
      {files.map((file, index) => (
        <li key={file.url}>
          <button
            type="button"
            className={styles['thumbnail']}
            aria-label={`${index + 1} ${file.name}`}
            aria-current={index === current || undefined}
            onClick={() => onShow(index)}
          >
            {isPicture(file.name) ? (
              <FilePicture link={file.url} alt="" width={56} height={56} />
            ) : (
              <FileOutlined aria-hidden />
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}
