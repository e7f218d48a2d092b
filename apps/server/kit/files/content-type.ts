import { openAsBlob } from 'node:fs';
import { extname } from 'node:path';
import { fileTypeFromBlob } from 'file-type';
import { type AcceptedFiles, ATTACHMENTS, FILE_TYPES } from './file-types.ts';

/** What the content was found to be, or the sentence that says why it is refused and what to choose instead. */
export type DetectionResult = { content_type: string; extension: string; refusal?: never } | { refusal: string };

/**
 * The type of a file by its content, which must be one that `accept` takes and must agree with the extension of its
 * name. `content` is the file itself or where it is on the disk; what a client says of it is not asked. Rejects only
 * when the file cannot be read.
 */
export async function detectType(
  content: Buffer | { path: string },
  filename: string,
  accept: AcceptedFiles = ATTACHMENTS,
): Promise<DetectionResult> {
  const blob = Buffer.isBuffer(content) ? new Blob([new Uint8Array(content)]) : await openAsBlob(content.path);
  if (blob.size === 0) return { refusal: 'This file is empty. Choose another file.' };

  const signs = await signsOf(blob);
  const ending = extname(`x${filename}`).slice(1).toLowerCase();
  const accepted = FILE_TYPES.filter((type) => accept.extensions.includes(type.extensions[0]));
  const named = accepted.find((type) => type.extensions.includes(ending));
  if (named?.signs.some((sign) => signs.includes(sign))) {
    return { content_type: named.content_type, extension: named.extensions[0] };
  }

  const found = accepted.find((type) => type.signs.some((sign) => signs.includes(sign)));
  if (found) {
    const renamed = `Rename it to end in .${found.extensions[0]}, or choose another file.`;
    return { refusal: `This file is ${found.title}, but its name ${endsIn(ending)}. ${renamed}` };
  }
  const title = titleOf(signs);
  if (title === null) {
    return { refusal: `This file’s content doesn’t match its name, which ${endsIn(ending)}. ${accept.choose}` };
  }
  return { refusal: `This file is ${title}${named ? `, but its name ${endsIn(ending)}` : ''}. ${accept.choose}` };
}

function endsIn(ending: string): string {
  return ending === '' ? 'has no ending' : `ends in .${ending}`;
}

/** What the content is, in the words of FILE_TYPES; several when one Office file holds another. */
async function signsOf(blob: Blob): Promise<string[]> {
  const sign = (await fileTypeFromBlob(blob))?.ext ?? '';
  // Some formats are told by two or three letters, with which a table may begin as well; but only these are all text.
  if (!['pdf', 'rtf', 'ps'].includes(sign) && (await isText(blob))) return [await signOfText(blob)];
  if (sign === 'cfb') return signsOfOldOffice(Buffer.from(await blob.arrayBuffer()));
  const isListed = FILE_TYPES.some((type) => type.signs.includes(sign));
  if (isListed && !ZIP_BASED.includes(sign) && (await endsAsZip(blob))) return ['zip'];
  return [sign];
}

/** UTF-8 to the end, without the control characters that no text has. */
async function isText(blob: Blob): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of blob.stream()) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
      if (/[\0-\x08\x0b\x0e-\x1f\x7f]/.test(decoder.decode(chunk, { stream: true }))) return false;
    }
    decoder.decode();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return false;
    throw error;
  }
}

/** Browsers take text for markup by how it begins, so that is where it is looked for. */
async function signOfText(blob: Blob): Promise<string> {
  const head = (await blob.slice(0, 4096).text()).trimStart().toLowerCase();
  if (head.startsWith('#!')) return 'script';
  if (!/^<[a-z!?]/.test(head)) return 'text';
  if (/<svg[\s>]/.test(head)) return 'svg';
  return head.startsWith('<?xml') && !/<html[\s>]/.test(head) ? 'xml' : 'html';
}

const OLD_OFFICE_STREAMS: Record<string, string> = {
  WordDocument: 'doc',
  Workbook: 'xls',
  Book: 'xls',
  'PowerPoint Document': 'ppt',
};

/** Finds the streams of a compound file by its directory entries, which are 128 bytes each and aligned. */
function signsOfOldOffice(file: Buffer): string[] {
  const signs = new Set<string>();
  for (let at = 512; at + 128 <= file.length; at += 128) {
    const nameLength = file.readUInt16LE(at + 64);
    const isStream = file[at + 66] === 2;
    if (!isStream || nameLength < 2 || nameLength > 64) continue;
    const sign = OLD_OFFICE_STREAMS[file.toString('utf16le', at, at + nameLength - 2)];
    if (sign) signs.add(sign);
  }
  return signs.size > 0 ? [...signs] : ['cfb'];
}

const ZIP_BASED = ['docx', 'xlsx', 'pptx', 'odt', 'ods'];

/** An archive is read from its end, so a picture with one behind it is both. */
async function endsAsZip(blob: Blob): Promise<boolean> {
  const tail = Buffer.from(await blob.slice(-(22 + 0xffff)).arrayBuffer());
  const mark = 'PK\x05\x06';
  for (let at = tail.indexOf(mark); at >= 0 && at + 22 <= tail.length; at = tail.indexOf(mark, at + 1)) {
    const commentLength = tail.readUInt16LE(at + 20);
    if (at + 22 + commentLength === tail.length) return true;
  }
  return false;
}

const TITLES: Record<string, string> = {
  html: 'HTML',
  xml: 'XML',
  script: 'a program',
  exe: 'a program',
  elf: 'a program',
  macho: 'a program',
  wasm: 'a program',
  lnk: 'a shortcut',
  jar: 'a program',
  apk: 'a program',
  zip: 'a ZIP archive',
  cfb: 'a password-protected or unknown Office file',
  docm: 'a Word document with macros',
  xlsm: 'an Excel workbook with macros',
  pptm: 'a PowerPoint presentation with macros',
};

function titleOf([sign = '']: string[]): string | null {
  if (sign === '') return null;
  const known = FILE_TYPES.find((type) => type.signs.includes(sign));
  return known?.title ?? TITLES[sign] ?? `a file of the kind ${sign.toUpperCase()}`;
}
