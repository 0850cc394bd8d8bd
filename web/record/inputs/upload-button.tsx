import { UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef, type ChangeEvent } from 'react';

interface UploadButtonProps {
  readonly label: string;
  /** Accepted media types; any by default. */
  readonly accept?: readonly string[];
  readonly isBusy: boolean;
  readonly onChoose: (files: File[]) => void;
}

/** Opens the device's file chooser. */
export function UploadButton({ label, accept, isBusy, onChoose }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onChoose([...(target.files ?? [])]);
    // the same file may be chosen again
    target.value = '';
  };
  return (
    <>
      <Button icon={<UploadOutlined aria-hidden />} loading={isBusy} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={label}
        {...(accept && { accept: accept.join(',') })}
        onChange={handleChange}
      />
    </>
  );
}
