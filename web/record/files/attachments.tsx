import { DeleteOutlined, DownloadOutlined, EditOutlined, EyeOutlined, FileOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Table, type TableColumnType } from 'antd';
import { useState, type ReactNode } from 'react';
import { download } from '#web/lib/http/client.ts';
import { usePages } from '#web/lib/http/pages.ts';
import { refreshCalls } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { isPicture, shortName } from '#web/lib/picture-name.ts';
import { RenameDialog } from '#web/record/files/rename-dialog.tsx';
import { useFileUploads } from '#web/record/inputs/file-uploads.ts';
import inputStyles from '#web/record/inputs/inputs.module.css';
import { SendingFile } from '#web/record/inputs/sending-file.tsx';
import { UploadButton } from '#web/record/inputs/upload-button.tsx';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { FilePicture } from '#web/ui/pictures/file-picture.tsx';
import { SmallPager } from '#web/ui/small-pager.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { PictureViewer } from '#web/ui/pictures/picture-viewer.tsx';
import { Moment } from '#web/ui/values/moment.tsx';
import styles from '#web/record/files/attachments.module.css';
import { fileCalls } from '#shared/platform/file-calls.ts';
import { recordLogCalls, type RecordFile } from '#shared/record/calls/record-log-calls.ts';
import { kindText } from '#shared/record/follow-up-kinds.ts';

const perPage = 50;

interface AttachmentsProps {
  readonly screen: RecordScreen;
  readonly id: number;
  /** Of the files of the record itself. */
  readonly batchId: string;
  readonly mayWrite: boolean;
}

/**
 * Files of a record and of its follow-ups: where they came from, who uploaded them and when, preview, download, rename,
 * delete (R12.4).
 */
export function Attachments({ screen, id, batchId, mayWrite }: AttachmentsProps) {
  const client = useQueryClient();
  const { query, pages } = usePages(recordLogCalls.files, { actionId: id, types: screen.type.name }, perPage);
  const refresh = () => void refreshCalls(client, recordLogCalls.files, recordLogCalls.counts);
  return (
    <PageState query={query} isEmpty={({ list }) => list.length === 0 && !mayWrite}>
      {({ list, totalRow }) => (
        <>
          <Files files={list} batchId={batchId} mayWrite={mayWrite} onChanged={refresh} />
          <SmallPager {...pages} total={totalRow} />
        </>
      )}
    </PageState>
  );
}

interface FilesProps extends Pick<AttachmentsProps, 'batchId' | 'mayWrite'> {
  readonly files: readonly RecordFile[];
  readonly onChanged: () => void;
}

function Files({ files, batchId, mayWrite, onChanged }: FilesProps) {
  const text = useText();
  const [shown, setShown] = useState<number | null>(null);
  const [renamed, setRenamed] = useState<RecordFile | null>(null);
  const { sending, add, remove } = useFileUploads(files, batchId, onChanged, false);
  const originOf = ({ followUpId, category }: RecordFile) =>
    followUpId === 0 ? text('files.of_record') : text('files.of_follow_up', { kind: kindText(text, category) });
  const act = (label: string, file: RecordFile, icon: ReactNode, start: () => void) => (
    <Button
      type="text"
      icon={icon}
      title={label}
      aria-label={text('files.action_named', { action: label, name: file.name })}
      onClick={start}
    />
  );
  const columns: TableColumnType<RecordFile>[] = [
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
            <span className={styles['name']}>{shortName(file.name)}</span>
          </button>
          <div className={styles['origin']}>
            <span title={file.followUpTime ?? undefined}>{originOf(file)}</span>
            <span className={styles['narrow']}>
              {' '}
              · {file.size} · {file.createUserName} · <Moment value={file.createTime} />
            </span>
          </div>
        </>
      ),
    },
    { key: 'size', dataIndex: 'size', title: text('files.size'), responsive: ['md'] },
    { key: 'by', dataIndex: 'createUserName', title: text('files.by'), responsive: ['md'] },
    {
      key: 'time',
      title: text('files.time'),
      responsive: ['md'],
      render: (_value, { createTime }) => <Moment value={createTime} />,
    },
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
      <Table<RecordFile>
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
