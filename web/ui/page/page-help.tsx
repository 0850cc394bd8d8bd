import { QuestionCircleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { memo, use, useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { PageHelpContext } from '#web/ui/page/page-context.ts';
import styles from '#web/ui/page/page.module.css';
import { Popup } from '#web/ui/popup.tsx';

/** The ? next to a title: what the page is for. */
export const PageHelp = memo(function PageHelp({ title }: { readonly title: string }) {
  const text = useText();
  const help = use(PageHelpContext);
  const [isOpen, setOpen] = useState(false);
  if (help === null) return null;
  return (
    <Popup
      isOpen={isOpen}
      onOpenChange={setOpen}
      title={title}
      placement="bottomLeft"
      content={<p className={styles['help']}>{text(help)}</p>}
    >
      <Button
        type="text"
        size="small"
        className={styles['ask'] ?? ''}
        icon={<QuestionCircleOutlined aria-hidden />}
        aria-label={text('help.open')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
      />
    </Popup>
  );
});
