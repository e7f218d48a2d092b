import { useEffect, useState } from 'react';
import { useKept } from '#web/kit/answers.ts';
import { session } from './session.ts';

const download = async (url: string): Promise<Blob> => {
  const token = session.token();
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}`, 'x-background': '1' } });
  if (response.status === 401) {
    session.refused(token);
    if (await session.settled()) return download(url);
  }
  if (!response.ok) throw new Error(`${response.status}`);
  return response.blob();
};

/** A picture that only who is signed in may see, as an address for `img`; undefined until it is there. */
export const usePicture = (url: string | null | undefined): string | undefined => {
  const path = url?.replace(/^\/api\/organization\/[^/]+/, '/organization/:org');
  const { data } = useKept([path, 'picture'], () => download(url as string), {
    enabled: Boolean(url),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useFileAddress(data);
};

/** An address for a file that is here only, as for one that was chosen and is not stored yet. */
export const useFileAddress = (file: Blob | null | undefined): string | undefined => {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file) return setAddress(undefined);
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
};

/** Saves a file that only who is signed in may have, under its name. */
export const saveFile = async (url: string, filename: string): Promise<void> => saveBlob(await download(url), filename);

/** Saves a file that is here already. */
export const saveBlob = (file: Blob, filename: string): void => {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = filename;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};
