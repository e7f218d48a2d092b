type Upload = { method: string; headers: Record<string, string>; body: XMLHttpRequestBodyInit; signal?: AbortSignal };

const headersOf = (lines: string) =>
  new Headers([...lines.matchAll(/^([^:\r\n]+): *(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));

/** Sends as fetch does, and fails as it does, but tells how much is on its way: 0 to 100. fetch cannot. */
export const upload = (
  url: string,
  { method, headers, body, signal }: Upload,
  onProgress: (percent: number) => void,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.responseType = 'blob';
    request.upload.onprogress = ({ lengthComputable, loaded, total }) =>
      lengthComputable && onProgress(Math.round((100 * loaded) / total));
    request.onload = () =>
      resolve(
        new Response(request.status === 204 ? null : (request.response as Blob), {
          status: request.status,
          headers: headersOf(request.getAllResponseHeaders()),
        }),
      );
    request.onerror = () => reject(new TypeError('The request failed'));
    request.onabort = () => reject(new DOMException('Aborted', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort());
    request.send(body);
  });
