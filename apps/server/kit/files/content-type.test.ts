import { crc32, deflateRawSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { detectType } from './content-type.ts';
import { PICTURES } from './file-types.ts';

const square = sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } });
const jpeg = await square.clone().jpeg().toBuffer();
const png = await square.clone().png().toBuffer();
const gif = await square.clone().gif().toBuffer();
const html = Buffer.from('<!DOCTYPE html><html><body><script>alert(1)</script></body></html>');
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
const word = zip({
  '[Content_Types].xml':
    '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
  'word/document.xml': '<w:document/>',
});
const plainZip = zip({ 'notes.txt': 'hello', 'run.exe': 'MZ' });

describe('what is refused', () => {
  test.each<[string, Buffer, string, string]>([
    ['HTML named .jpg', html, 'me.jpg', 'This file is HTML, but its name ends in .jpg.'],
    ['HTML after spaces and a byte order mark', Buffer.concat([Buffer.from('\ufeff \n'), html]), 'a.txt', 'is HTML'],
    ['HTML under its own name', html, 'page.html', 'This file is HTML. Choose'],
    ['SVG named .png', svg, 'drawing.png', 'is an SVG drawing, but its name ends in .png.'],
    ['SVG behind an XML declaration', Buffer.from(`<?xml version="1.0"?>\n${svg}`), 'a.png', 'is an SVG drawing'],
    ['XML as text', Buffer.from('<?xml version="1.0"?><a/>'), 'a.txt', 'is XML'],
    ['a script', Buffer.from('#!/bin/sh\nrm -rf .\n'), 'a.txt', 'is a program'],
    ['a program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]), 'a.pdf', 'is a program'],
    ['a script that begins like a GIF', Buffer.from('GIF89a/*..*/=1;alert(1)'), 'a.gif', 'is plain text, but'],
    ['a GIF named .js', gif, 'a.js', 'is a GIF picture, but its name ends in .js. Rename it to end in .gif'],
    ['a GIF with an archive behind it', Buffer.concat([gif, plainZip]), 'a.gif', 'is a ZIP archive, but'],
    ['an archive named .docx', plainZip, 'letter.docx', 'is a ZIP archive, but its name ends in .docx.'],
    ['another Office type', word, 'table.xlsx', 'is a Word document, but its name ends in .xlsx.'],
    ['a compound file of no known kind', oldOffice('Unknown'), 'a.doc', 'password-protected or unknown'],
    ['noise', Buffer.from([1, 2, 3, 0, 255, 254, 9]), 'a.pdf', 'doesn’t match its name, which ends in .pdf.'],
    ['text that is not UTF-8', Buffer.from([0x63, 0x61, 0x66, 0xe9]), 'a.txt', 'doesn’t match its name'],
    ['text with a NUL', Buffer.from('a,b\0'), 'a.csv', 'doesn’t match its name'],
    ['a name without an ending', jpeg, 'photo', 'is a JPEG picture, but its name has no ending.'],
    ['nothing', Buffer.alloc(0), 'a.txt', 'This file is empty.'],
  ])('%s', async (_, content, filename, sentence) => {
    expect(await detectType(content, filename)).toEqual({ refusal: expect.stringContaining(sentence) });
  });

  test('what the use does not take, with what it does', async () => {
    expect(await detectType(pdf, 'me.pdf', PICTURES)).toEqual({
      refusal: 'This file is a PDF. Choose a JPEG, PNG or WebP picture.',
    });
    expect(await detectType(html, 'me.jpg', PICTURES)).toEqual({
      refusal: 'This file is HTML, but its name ends in .jpg. Choose a JPEG, PNG or WebP picture.',
    });
  });
});

describe('what is taken', () => {
  test.each<[string, Buffer, string]>([
    ['me.JPEG', jpeg, 'image/jpeg'],
    ['me.png', png, 'image/png'],
    ['me.gif', gif, 'image/gif'],
    ['letter.pdf', pdf, 'application/pdf'],
    ['letter.docx', word, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    [
      'text.odt',
      zip({ mimetype: 'application/vnd.oasis.opendocument.text' }),
      'application/vnd.oasis.opendocument.text',
    ],
    ['old.doc', oldOffice('WordDocument', 'Workbook'), 'application/msword'],
    ['old.xls', oldOffice('Workbook'), 'application/vnd.ms-excel'],
    ['old.ppt', oldOffice('PowerPoint Document'), 'application/vnd.ms-powerpoint'],
    ['people.csv', Buffer.from('\ufeffName,Town\r\nZoë,Łódź\r\n'), 'text/csv'],
    ['notes.txt', Buffer.from('a < b, and <b> is no markup here'), 'text/plain'],
    ['table.csv', Buffer.from('ID3,name\n1,Ann\n'), 'text/csv'],
    ['sound.wav', Buffer.concat([Buffer.from('RIFF\x24\0\0\0WAVEfmt '), Buffer.alloc(40)]), 'audio/wav'],
    ['film.mp4', Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42'), Buffer.alloc(40)]), 'video/mp4'],
  ])('%s', async (filename, content, content_type) => {
    expect(await detectType(content, filename)).toMatchObject({ content_type });
  });
});

/** An archive with its entries deflated, as the format's note describes it. */
function zip(entries: Record<string, string>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(entries)) {
    const packed = deflateRawSync(text);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(text), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(Buffer.byteLength(text), 18);
    common.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    parts.push(Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed);
    directory.push(Buffer.from('PK\x01\x02\x14\0'), common, place, Buffer.from(name));
    offset += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length / 4, 4);
  end.writeUInt16LE(directory.length / 4, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, ...directory, Buffer.from('PK\x05\x06'), end]);
}

/** A compound file with a header and one directory sector naming the streams. */
function oldOffice(...streams: string[]): Buffer {
  const header = Buffer.alloc(512);
  header.write('d0cf11e0a1b11ae1', 'hex');
  const entries = ['Root Entry', ...streams].map((name, index) => {
    const entry = Buffer.alloc(128);
    entry.write(name, 'utf16le');
    entry.writeUInt16LE((name.length + 1) * 2, 64);
    entry[66] = index === 0 ? 5 : 2;
    return entry;
  });
  return Buffer.concat([header, ...entries, Buffer.alloc(512)]);
}
