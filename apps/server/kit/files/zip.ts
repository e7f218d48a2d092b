import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file within a ZIP file. What is a picture or a document already does not become smaller. */
export type ZipEntry = {
  name: string;
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  isCompressed: boolean;
};

/** A ZIP file of entries, one after the other as it is read: no more than a piece of one is in memory. */
export async function* zipped(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const output = new PassThrough();
  zip.outputStream.pipe(output);
  const failed = (error: Error) => output.destroy(error);
  zip.on('error', failed);
  let current: Readable | null = null;
  const add = async () => {
    for await (const { name, content, isCompressed } of entries) {
      if (output.destroyed) return;
      const source = Readable.from(content, { objectMode: false });
      current = source;
      const done = once(source, 'close');
      zip.addReadStreamLazy(name, { compress: isCompressed, ...(isCompressed && { compressionLevel: 1 }) }, (opened) =>
        opened(null, source),
      );
      await done;
    }
    zip.end();
  };
  const adding = add().catch(failed);
  try {
    yield* output;
  } finally {
    output.destroy();
    (current as Readable | null)?.destroy();
    await adding;
  }
}
