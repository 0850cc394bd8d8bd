import { DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { saveBlob } from '#web/lib/http/client.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { OutcomeCounts, RefusedFile } from '#web/modules/admin/staff/sheets/import-preview.tsx';
import { useImportUndo } from '#web/modules/admin/staff/sheets/use-import-undo.ts';
import type { MadeStaffLink, staffSheetCalls } from '#shared/admin/staff-sheets/staff-sheet-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import styles from './staff-sheets.module.css';

export type StaffImported = OutputOf<typeof staffSheetCalls.upload>;

interface ImportDoneProps {
  readonly result: StaffImported;
  readonly fileName: string;
  readonly onClose: () => void;
}

/** What became of a sheet: the links of the new people, the refused rows, and the undo. */
export function ImportDone({ result, fileName, onClose }: ImportDoneProps) {
  const text = useText();
  const [isSaved, setSaved] = useState(false);
  const undo = useImportUndo(onClose);
  const { counts, importId, links, errorFileId } = result;
  const handleSave = () => {
    saveBlob(linksFile(links), `${textOf('staff_sheet.links_file')}.csv`);
    setSaved(true);
  };
  return (
    <>
      <p role="status">{text('staff_sheet.done')}</p>
      <OutcomeCounts counts={counts} />
      {links.length > 0 && (
        <div className={styles['links']}>
          <p>{text('staff_sheet.links')}</p>
          <Button type={isSaved ? 'default' : 'primary'} icon={<DownloadOutlined aria-hidden />} onClick={handleSave}>
            {text('staff_sheet.save_links')}
          </Button>
        </div>
      )}
      <div className={styles['footer']}>
        <RefusedFile fileId={errorFileId} />
        {importId !== null && (
          <Button onClick={() => void undo({ id: importId, fileName })}>{text('staff_sheet.undo')}</Button>
        )}
        <Button type={links.length > 0 && !isSaved ? 'default' : 'primary'} onClick={onClose}>
          {text('action.close')}
        </Button>
      </div>
    </>
  );
}

/** A sheet with a link for each person; a spreadsheet program takes no cell of it for a formula. */
function linksFile(links: readonly MadeStaffLink[]): Blob {
  const cell = (value: string): string => `"${(/^[=+\-@\t]/.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;
  const lines = [
    (['realname', 'username', 'dept'] as const).map((name) => textOf(`staff_sheet.column.${name}`)),
    ...links.map(({ realname, username, dept }) => [realname, username, dept]),
  ].map((cells, at) => {
    const link = links[at - 1];
    const last = link ? `${location.origin}/set-password#${link.token}` : textOf('staff_sheet.link');
    return [...cells, last].map(cell).join(',');
  });
  // with the mark by which spreadsheet programs know the encoding
  return new Blob([`\uFEFF${lines.join('\r\n')}\r\n`], { type: 'text/csv;charset=utf-8' });
}
