/** The name that a server gives a file: the whole one of RFC 5987, else the plain one. */
const nameIn = (disposition: string): string | undefined => {
  const [, whole] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? [];
  if (whole) return decodeURIComponent(whole);
  return /filename="([^"]+)"/i.exec(disposition)?.[1];
};

/** What was downloaded, as a file of the name that the server gives it; without a name where it gives none. */
export const sentFile = async (response: Response): Promise<Blob> => {
  const content = await response.blob();
  const name = nameIn(response.headers.get('content-disposition') ?? '');
  return name ? new File([content], name, { type: content.type }) : content;
};

/** What an answer holds: a file, JSON, or nothing. */
export const received = async (response: Response, isFile: true | undefined): Promise<unknown> => {
  if (isFile) return sentFile(response);
  return response.status === 204 ? undefined : response.json();
};

/** What a download is called when it is saved. */
export const nameOf = (file: Blob, usual: string): string => (file instanceof File ? file.name : usual);
