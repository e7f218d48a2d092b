import { connection } from '#web/kit/connection.ts';
import { useKeyedQuery } from '#web/kit/queries.ts';
import { useFileAddress } from '#web/ui/use-file-address.ts';

const download = async (url: string): Promise<Blob> => {
  const caller = connection();
  const token = caller.token();
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}`, 'x-background': '1' } });
  if (response.status === 401) {
    caller.refused(token);
    if (await caller.settled()) return download(url);
  }
  if (!response.ok) throw new Error(`${response.status}`);
  return response.blob();
};

/** A picture that only who is signed in may see, as an address for `img`; undefined until it is there. */
export const usePicture = (url: string | null | undefined): string | undefined => {
  const path = url?.replace(/^\/api\/organization\/[^/]+/, '/organization/:org');
  const { data } = useKeyedQuery([path, 'picture'], () => download(url as string), {
    enabled: Boolean(url),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useFileAddress(data);
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
