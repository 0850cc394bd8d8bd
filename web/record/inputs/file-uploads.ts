import { useEffect, useRef, useState } from 'react';
import { announceError } from '#web/lib/feedback.ts';
import { compressImage } from '#web/lib/compress-image.ts';
import { call, upload } from '#web/lib/http/client.ts';
import { isCallError } from '#web/lib/http/call-error.ts';
import { textOf } from '#web/lib/i18n/i18n.ts';
import { isPicture } from '#web/lib/picture-name.ts';
import { confirm, toast } from '#web/ui/feedback.tsx';
import { fileCalls } from '#shared/platform/file-calls.ts';
import type { FileRow } from '#shared/record/calls/record-calls.ts';
import { uploadLimits } from '#shared/wire/endpoint.ts';

/** Pictures that the server re-encodes and keeps as such. */
export const pictureKinds: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** A running upload; `share` of it is sent, 0 to 1. */
export interface Sending {
  readonly key: number;
  readonly name: string;
  readonly share: number;
}

/**
 * Uploads files into a batch, one after the other; each finished one is added to the value at once. Removing one asks
 * first.
 */
export function useFileUploads(
  value: readonly FileRow[],
  batchId: string,
  onChange: (value: FileRow[]) => void,
  imagesOnly: boolean,
) {
  const [sending, setSending] = useState<readonly Sending[]>([]);
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  const change = (next: readonly FileRow[]) => {
    latest.current = next;
    onChange([...next]);
  };
  const nextKey = useRef(0);

  const send = async (file: File, key: number): Promise<boolean> => {
    try {
      const small = await compressImage(file);
      const isDrawn = imagesOnly || pictureKinds.includes(small.type);
      const limit = uploadLimits[isDrawn ? 'image' : 'attachment'];
      if (small.size > limit) {
        refuse(file.name, textOf('file.too_large', { megabytes: limit / 1024 / 1024 }));
        return false;
      }
      const progress = (share: number) =>
        setSending((all) => all.map((one) => (one.key === key ? { ...one, share } : one)));
      const { fileId } = await upload(fileCalls.upload, { batchId, type: isDrawn ? 'img' : 'file' }, small, progress, {
        quiet: true,
      });
      change([...latest.current, await call(fileCalls.one, { id: fileId })]);
      return true;
    } catch (error) {
      if (!isCallError(error)) throw error;
      if (error.fault !== 'aborted') refuse(file.name, error.msg);
      return false;
    } finally {
      setSending((all) => all.filter((one) => one.key !== key));
    }
  };
  const add = async (files: readonly File[]) => {
    if (files.length === 0) return;
    const waiting = files.map((file) => ({ file, key: nextKey.current++ }));
    setSending((all) => [...all, ...waiting.map(({ file, key }) => ({ key, name: file.name, share: 0 }))]);
    if (files.some(({ name }) => isPicture(name))) toast.progress(textOf('widget.uploading_picture'), batchId);
    let sent = 0;
    for (const { file, key } of waiting) if (await send(file, key)) sent += 1;
    if (sent > 0) toast.success(textOf('widget.uploaded'), batchId);
  };
  const remove = async ({ fileId, name }: FileRow) => {
    if (!(await confirm({ title: textOf('widget.delete_file'), text: name, isDangerous: true }))) return;
    try {
      await call(fileCalls.remove, { id: fileId });
      change(latest.current.filter((file) => file.fileId !== fileId));
    } catch (error) {
      if (!isCallError(error)) throw error;
    }
  };
  return { sending, add, remove };
}

/** Of several files it is said which one did not get through. */
const refuse = (name: string, reason: string): void => announceError(textOf('widget.file_refused', { name, reason }));
