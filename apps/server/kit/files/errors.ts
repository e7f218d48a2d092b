/** Nothing more can be stored until space is freed; the same call may succeed later. */
export class StorageFull extends Error {
  override name = 'StorageFull';
}

/** The storage cannot be reached, written or trusted now; the same call may succeed later. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable';
}

/** Nothing is stored under the key. */
export class FileMissing extends Error {
  override name = 'FileMissing';
}

/** The content is larger than its use allows; the message is a sentence for the person who chose the file. */
export class FileTooLarge extends Error {
  override name = 'FileTooLarge';

  constructor(maxBytes: number) {
    super(`This file is larger than ${sizeInWords(maxBytes)}. Choose a smaller one.`);
  }
}

/** The content is not what its use allows; the message is a sentence for the person who chose the file. */
export class FileRefused extends Error {
  override name = 'FileRefused';
}

function sizeInWords(bytes: number): string {
  const [unit, name] = bytes >= 2 ** 20 ? [2 ** 20, 'MB'] : [2 ** 10, 'KB'];
  return `${Math.round((bytes / unit) * 10) / 10} ${name}`;
}
