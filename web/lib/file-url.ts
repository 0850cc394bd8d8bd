import { useEffect, useState } from 'react';
import { usableToken } from '#web/lib/session/renewal.ts';

interface Picture {
  readonly url: Promise<string>;
  users: number;
}

/** How long a picture is kept after it was last shown, in milliseconds. */
const keptFor = 60_000;
const pictures = new Map<string, Picture>();

interface FileUrl {
  readonly url: string | undefined;
  /** The file is unavailable and is not requested again (R23.7: one attempt). */
  readonly hasFailed: boolean;
}

/**
 * The address to show a stored file with. Files need the login header, which pictures cannot send, so they are fetched
 * and kept as blobs while they are shown. Undefined link or `isWanted` false: nothing is fetched.
 */
export function useFileUrl(link: string | null | undefined, isWanted = true): FileUrl {
  const [state, setState] = useState<FileUrl & { readonly link?: string }>({ url: undefined, hasFailed: false });
  useEffect(() => {
    if (!link || !isWanted || isLocal(link)) return;
    let isShown = true;
    const show = (next: FileUrl) => isShown && setState({ ...next, link });
    take(link).then(
      (url) => show({ url, hasFailed: false }),
      () => show({ url: undefined, hasFailed: true }),
    );
    return () => {
      isShown = false;
      giveBack(link);
    };
  }, [link, isWanted]);
  if (link && isLocal(link)) return { url: link, hasFailed: false };
  return state.link === link ? state : { url: undefined, hasFailed: false };
}

const isLocal = (link: string): boolean => link.startsWith('data:') || link.startsWith('blob:');

/** A signed link changes with every answer while the file does not, so the signature is not part of the cache key. */
const nameOf = (link: string): string => {
  const { pathname, searchParams } = new URL(link, location.origin);
  return `${pathname}?${searchParams.get('fileId') ?? ''}`;
};

function take(link: string): Promise<string> {
  const name = nameOf(link);
  const known = pictures.get(name) ?? { url: fetchBlob(link), users: 0 };
  known.users += 1;
  pictures.set(name, known);
  known.url.catch(() => pictures.delete(name));
  return known.url;
}

function giveBack(link: string): void {
  const name = nameOf(link);
  const picture = pictures.get(name);
  if (!picture) return;
  picture.users -= 1;
  setTimeout(() => {
    if (picture.users > 0 || pictures.get(name) !== picture) return;
    pictures.delete(name);
    picture.url.then(
      (url) => URL.revokeObjectURL(url),
      () => undefined,
    );
  }, keptFor);
}

async function fetchBlob(link: string): Promise<string> {
  const address = new URL(link, location.origin);
  if (address.origin !== location.origin) throw new Error('a file of another site');
  const token = await usableToken();
  const headers = new Headers(token ? { authorization: `Bearer ${token.value}` } : {});
  const response = await fetch(address, { headers, credentials: 'omit' });
  if (!response.ok || (response.headers.get('content-type') ?? '').includes('json'))
    throw new Error(`no file: ${response.status}`);
  return URL.createObjectURL(await response.blob());
}
