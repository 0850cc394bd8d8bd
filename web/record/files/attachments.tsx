import { DeleteOutlined, DownloadOutlined, EditOutlined, EyeOutlined, FileOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Table, type TableColumnType } from 'antd';
import { useState, type ReactNode } from 'react';
import { download } from '#web/lib/http/client.ts';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { isPicture, shortName } from '#web/lib/picture-name.ts';
import { RenameDialog } from '#web/record/files/rename-dialog.tsx';
import { useFileUploads } from '#web/record/inputs/file-uploads.ts';
import inputStyles from '#web/record/inputs/inputs.module.css';
import { SendingFile } from '#web/record/inputs/sending-file.tsx';
import { UploadButton } from '#web/record/inputs/upload-button.tsx';
import { FilePicture } from '#web/ui/pictures/file-picture.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { PictureViewer } from '#web/ui/pictures/picture-viewer.tsx';
import styles from '#web/record/files/attachments.module.css';
import { fileCalls } from '#shared/platform/file-calls.ts';
import type { FileRow } from '#shared/record/calls/record-calls.ts';

interface AttachmentsProps {
  readonly batchId: string;
  readonly mayWrite: boolean;
}

/** Files of a record: who uploaded them and when, preview, download, rename, delete (R12.4). */
export function Attachments({ batchId, mayWrite }: AttachmentsProps) {
  const query = useQuery(callQuery(fileCalls.ofBatch, { batchId }));
  return (
    <PageState query={query} isEmpty={(files) => files.length === 0 && !mayWrite}>
      {(files) => <Files files={files} batchId={batchId} mayWrite={mayWrite} onChanged={() => void query.refetch()} />}
    </PageState>
  );
}

interface FilesProps extends AttachmentsProps {
  readonly files: readonly FileRow[];
  readonly onChanged: () => void;
}

function Files({ files, batchId, mayWrite, onChanged }: FilesProps) {
  const text = useText();
  const [shown, setShown] = useState<number | null>(null);
  const [renamed, setRenamed] = useState<FileRow | null>(null);
  const { sending, add, remove } = useFileUploads(files, batchId, onChanged, false);
  const act = (label: string, file: FileRow, icon: ReactNode, start: () => void) => (
    <Button
      type="text"
      icon={icon}
      title={label}
      aria-label={text('files.action_named', { action: label, name: file.name })}
      onClick={start}
    />
  );
  const columns: TableColumnType<FileRow>[] = [
    {
      key: 'name',
      title: text('files.name'),
      render: (_value, file, index) => (
        <>
          <button type="button" className={inputStyles['file']} title={file.name} onClick={() => setShown(index)}>
            {isPicture(file.name) ? (
              <FilePicture link={file.url} alt="" width={32} height={32} />
            ) : (
              <FileOutlined aria-hidden />
            )}
            {shortName(file.name)}
          </button>
          <div className={styles['narrow']}>
            {file.size} · {file.createUserName} · {file.createTime.slice(0, 16)}
          </div>
        </>
      ),
    },
    { key: 'size', dataIndex: 'size', title: text('files.size'), responsive: ['md'] },
    { key: 'by', dataIndex: 'createUserName', title: text('files.by'), responsive: ['md'] },
    { key: 'time', dataIndex: 'createTime', title: text('files.time'), responsive: ['md'] },
    {
      key: 'acts',
      title: text('files.actions'),
      className: styles['acts'] ?? '',
      render: (_value, file, index) => (
        <>
          {act(text('files.preview'), file, <EyeOutlined aria-hidden />, () => setShown(index))}
          {act(
            text('viewer.download'),
            file,
            <DownloadOutlined aria-hidden />,
            () => void download(fileCalls.bytes, { fileId: file.fileId }),
          )}
          {mayWrite && act(text('files.rename'), file, <EditOutlined aria-hidden />, () => setRenamed(file))}
          {mayWrite && act(text('action.delete'), file, <DeleteOutlined aria-hidden />, () => void remove(file))}
        </>
      ),
    },
  ];
  return (
    <div className={styles['files']}>
      {mayWrite && (
        <UploadButton label={text('widget.add_file')} isBusy={sending.length > 0} onChoose={(some) => void add(some)} />
      )}
      {sending.length > 0 && (
        <ul className={inputStyles['files']}>
          {sending.map(({ key, name, share }) => (
            <SendingFile key={key} name={name} share={share} />
          ))}
        </ul>
      )}
      <Table<FileRow>
        size="small"
        rowKey="fileId"
        columns={columns}
        dataSource={[...files]}
        pagination={false}
        locale={{ emptyText: text('state.empty') }}
      />
      {shown !== null && <PictureViewer files={files} index={shown} onClose={() => setShown(null)} />}
      {renamed && <RenameDialog file={renamed} onClose={() => setRenamed(null)} />}
    </div>
  );
}
