import { PlayCircleOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { useMay } from '#web/lib/session/session.ts';
import { nounOf, type RecordScreen } from '#web/record/record-screen.ts';
import { toast } from '#web/ui/feedback.tsx';
import { helpVideoCalls, helpVideoTypes } from '#shared/admin/help-video-calls.ts';

const VideoDialog = lazyOverlay(() => import('#web/ui/video-dialog.tsx'), 'VideoDialog');

/** The help-video button of a form (R11.3); without a video it is visible only to people who can set one. */
export function HelpVideo({ screen }: { readonly screen: RecordScreen }) {
  const text = useText();
  const may = useMay();
  const { code } = screen.type;
  const [isOpen, setOpen] = useState(false);
  const videos = useQuery({
    ...callQuery(helpVideoCalls.get, {}),
    staleTime: 300_000,
    enabled: helpVideoTypes.some((type) => type === code),
  });
  const video = videos.data?.find(({ type }) => type === code);
  if (!video || (video.url === '' && !may('manage:crm:setting'))) return null;
  return (
    <>
      <Button
        type="link"
        size="small"
        icon={<PlayCircleOutlined aria-hidden />}
        onClick={() => (video.url === '' ? toast.info(text('help_video.none')) : setOpen(true))}
      >
        {text('help_video.open')}
      </Button>
      {isOpen && (
        <VideoDialog
          title={`${text(nounOf(screen))} · ${text('help_video.open')}`}
          url={video.url}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
