import { PictureViewer } from '#web/ui/pictures/picture-viewer.tsx';
import { VideoDialog } from '#web/ui/video-dialog.tsx';
import { useFileUrl } from '#web/lib/file-url.ts';
import type { GuideItem } from '#shared/crm/operation-guide/guide-calls.ts';

interface GuideContentProps {
  readonly item: GuideItem;
  readonly onClose: () => void;
}

/** Whether it opens over the page; the others are pages of their own. */
export const opensHere = ({ type }: GuideItem): boolean => type !== 'article';

/** What an item opens: a video plays, a picture or file is shown. */
export function GuideContent({ item, onClose }: GuideContentProps) {
  const isVideo = item.type === 'video';
  const { url } = useFileUrl(item.fileLink, isVideo && item.url === '');
  if (!isVideo)
    return <PictureViewer files={[{ name: item.fileName, url: item.fileLink }]} index={0} onClose={onClose} />;
  const address = item.url === '' ? url : item.url;
  return address === undefined ? null : <VideoDialog title={item.title} url={address} onClose={onClose} />;
}
