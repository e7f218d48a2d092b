import { expect, test } from 'vitest';
import { safeFilename } from './safe-filename.ts';

test.each([
  ['../../x\r\nSet-Cookie', 'xSet-Cookie'],
  ['C:\\a\\b.pdf', 'b.pdf'],
  ['', 'file'],
  ['..', 'file'],
  ['a/', 'file'],
  ['\u202efdp.exe', 'fdp.exe'],
  ['.htaccess', 'htaccess'],
  ['Zoe\u0308.pdf', 'Zoë.pdf'],
  [`${'é'.repeat(300)}.pdf`, `${'é'.repeat(251)}.pdf`],
  ['\ud800.pdf', '\ufffd.pdf'],
])('safeFilename(%j) is %j', (given, kept) => {
  expect(safeFilename(given)).toBe(kept);
});
