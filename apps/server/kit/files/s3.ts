import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { S3ServiceException } from '@aws-sdk/client-s3';
import { FileMissing, StorageFull, StorageUnavailable } from './errors.ts';
import type { SpooledFile } from './spool.ts';
import type { Store } from './store.ts';

/**
 * Keeps files in the bucket of `s3://key:secret@bucket?endpoint=…&region=…`. Without a key in the URL the credentials
 * come from the AWS_* variables or the machine's role. Throws TypeError when the URL is not of this form.
 */
export function openS3(filesUrl: string): Store {
  const { bucket, ...connection } = readUrl(filesUrl);
  // The library is large, and few installations keep their files in a bucket.
  const connect = async () => {
    const sdk = await import('@aws-sdk/client-s3');
    const client = new sdk.S3Client({
      ...connection,
      forcePathStyle: connection.endpoint !== undefined,
      // The default checksums are sent as trailers, which some servers store as part of the file.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: 5_000, socketTimeout: 30_000 },
    });
    return { ...sdk, client };
  };
  let connected: ReturnType<typeof connect> | undefined;
  const s3 = () => {
    connected ??= connect();
    return connected;
  };
  const at = (key: string) => ({ Bucket: bucket, Key: key });

  const get = async (key: string) => {
    const { client, GetObjectCommand } = await s3();
    const { Body } = await answered(key, () => client.send(new GetObjectCommand(at(key))));
    return Body as Readable;
  };
  const remove = async (key: string) => {
    const { client, DeleteObjectCommand } = await s3();
    await answered(key, () => client.send(new DeleteObjectCommand(at(key))));
  };
  return {
    async keep(key, spooled, contentType) {
      const { client, PutObjectCommand } = await s3();
      const put = new PutObjectCommand({
        ...at(key),
        Body: createReadStream(spooled.path),
        ContentLength: spooled.size,
        ContentType: contentType,
      });
      await answered(key, () => client.send(put));
      if (await isStored(spooled, await get(key))) return;
      await remove(key);
      throw new StorageUnavailable(`Object storage did not keep ${key} as it was sent.`);
    },
    get,
    remove,
    async exists(key) {
      const { client, HeadObjectCommand } = await s3();
      try {
        await answered(key, () => client.send(new HeadObjectCommand(at(key))));
        return true;
      } catch (error) {
        if (error instanceof FileMissing) return false;
        throw error;
      }
    },
  };
}

function readUrl(filesUrl: string) {
  const url = URL.parse(filesUrl);
  const endpoint = url?.searchParams.get('endpoint') ?? undefined;
  if (url?.protocol !== 's3:' || !url.hostname || url.pathname.length > 1 || (endpoint && !URL.canParse(endpoint))) {
    throw new TypeError(
      'FILES_URL must look like s3://bucket?endpoint=https://storage.example.org&region=us-east-1. ' +
        'A key and secret before the bucket are percent-encoded.',
    );
  }
  return {
    bucket: url.hostname,
    endpoint,
    region: url.searchParams.get('region') ?? process.env.AWS_REGION ?? 'us-east-1',
    ...(url.username && {
      credentials: {
        accessKeyId: decodeURIComponent(url.username),
        secretAccessKey: decodeURIComponent(url.password),
      },
    }),
  };
}

async function isStored(sent: SpooledFile, stored: Readable): Promise<boolean> {
  const hash = createHash('sha256');
  let size = 0;
  try {
    for await (const chunk of stored as AsyncIterable<Buffer>) {
      size += chunk.length;
      hash.update(chunk);
    }
  } catch (cause) {
    throw new StorageUnavailable('Object storage stopped while a file was read back.', { cause });
  }
  return size === sent.size && hash.digest('hex') === sent.sha256;
}

async function answered<T>(key: string, request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (cause) {
    const { name, code, $metadata } = cause as S3ServiceException & { code?: string };
    if (name === 'NoSuchKey' || name === 'NotFound') throw new FileMissing(`No file is stored under ${key}.`);
    if ($metadata?.httpStatusCode === 507 || name === 'QuotaExceeded' || name === 'XMinioStorageFull') {
      throw new StorageFull('Object storage is full.', { cause });
    }
    throw new StorageUnavailable(`Object storage does not answer as it should: ${code ?? name}.`, { cause });
  }
}
