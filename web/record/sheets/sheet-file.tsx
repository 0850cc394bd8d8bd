import { FileExcelOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef, type ChangeEvent } from 'react';
import { announceError } from '#web/lib/feedback.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/import/import.module.css';
import { uploadLimits } from '#shared/wire/endpoint.ts';

/** Accepted extensions (R22.6; old .xls is not read). */
export const sheetKinds = '.xlsx,.csv';
export const sheetMegabytes = uploadLimits.sheet / 1024 / 1024;

interface SheetFileProps {
  /** The chosen file. */
  readonly file: File | null;
  readonly isDisabled: boolean;
  /** Only called with files that can be sent. */
  readonly onChoose: (file: File) => void;
}

/** Chooses the sheet to send. */
export function SheetFile({ file, isDisabled, onChoose }: SheetFileProps) {
  const text = useText();
  const input = useRef<HTMLInputElement>(null);
  const handleFile = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = target.files ?? [];
    const problem = chosen ? sheetProblem(chosen) : null;
    if (problem !== null) announceError(problem);
    else if (chosen) onChoose(chosen);
    // the same file may be chosen again after a correction
    target.value = '';
  };
  return (
    <>
      <Button icon={<FileExcelOutlined aria-hidden />} disabled={isDisabled} onClick={() => input.current?.click()}>
        {text(file ? 'import.dialog.other_file' : 'import.dialog.choose_file')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={sheetKinds}
        aria-label={text('import.dialog.file')}
        onChange={handleFile}
      />
      <span className={styles['hint']}>
        {file?.name ?? text('import.dialog.file_hint', { megabytes: sheetMegabytes })}
      </span>
    </>
  );
}

/** The problem of a file before it is sent, as a text that names it; null for none. */
export function sheetProblem({ name, size }: File): string | null {
  const about = (reason: string) => textOf('widget.file_refused', { name, reason });
  if (!/\.(?:xlsx|csv)$/i.test(name)) return about(textOf('import.dialog.file_kind'));
  return size > uploadLimits.sheet ? about(textOf('file.too_large', { megabytes: sheetMegabytes })) : null;
}
