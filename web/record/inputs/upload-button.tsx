import { PaperClipOutlined, UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef, type ChangeEvent } from 'react';

interface UploadButtonProps {
  readonly label: string;
  /** A paper clip without words, for a row of tools. */
  readonly isCompact?: boolean;
  /** Accepted media types; any by default. */
  readonly accept?: readonly string[];
  readonly isBusy: boolean;
  readonly onChoose: (files: File[]) => void;
}

/** Opens the device's file chooser. */
export function UploadButton({ label, isCompact = false, accept, isBusy, onChoose }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onChoose([...(target.files ?? [])]);
    // the same file may be chosen again
    target.value = '';
  };
  return (
    <>
      <Button
        icon={isCompact ? <PaperClipOutlined aria-hidden /> : <UploadOutlined aria-hidden />}
        loading={isBusy}
        {...(isCompact && { 'aria-label': label, title: label })}
        onClick={() => input.current?.click()}
      >
        {!isCompact && label}
      </Button>
      {/* the library shows those of forms, hidden or not */}
      <input
        ref={input}
        type="file"
        style={{ display: 'none' }}
        multiple
        aria-label={label}
        {...(accept && { accept: accept.join(',') })}
        onChange={handleChange}
      />
    </>
  );
}
