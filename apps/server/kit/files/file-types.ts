/**
 * A type that may be stored. `signs` are the kinds of content that the type may have: the names of package file-type,
 * and ours for what it does not tell apart (text, doc, xls, ppt).
 */
export type FileType = {
  title: string;
  content_type: string;
  extensions: readonly [string, ...string[]];
  signs: readonly string[];
};

const MP4 = ['mp4', 'm4a', 'm4v', 'm4b', 'mov', '3gp', '3g2'];
const OGG = ['ogg', 'oga', 'ogv', 'ogx', 'opus'];
const MATROSKA = ['webm', 'mkv'];
const WINDOWS_MEDIA = ['asf', 'wma', 'wmv'];
const OOXML = 'application/vnd.openxmlformats-officedocument';

/** The allow-list. The first extension names the type. Containers hold sound as well as pictures: the name decides. */
export const FILE_TYPES: readonly FileType[] = [
  { title: 'a JPEG picture', content_type: 'image/jpeg', extensions: ['jpg', 'jpeg', 'jfif'], signs: ['jpg'] },
  { title: 'a PNG picture', content_type: 'image/png', extensions: ['png'], signs: ['png', 'apng'] },
  { title: 'a WebP picture', content_type: 'image/webp', extensions: ['webp'], signs: ['webp'] },
  { title: 'a GIF picture', content_type: 'image/gif', extensions: ['gif'], signs: ['gif'] },
  { title: 'a HEIC picture', content_type: 'image/heic', extensions: ['heic', 'heif'], signs: ['heic'] },
  { title: 'an SVG drawing', content_type: 'image/svg+xml', extensions: ['svg'], signs: ['svg'] },
  { title: 'a PDF', content_type: 'application/pdf', extensions: ['pdf'], signs: ['pdf'] },
  {
    title: 'a Word document',
    content_type: `${OOXML}.wordprocessingml.document`,
    extensions: ['docx'],
    signs: ['docx'],
  },
  {
    title: 'an Excel workbook',
    content_type: `${OOXML}.spreadsheetml.sheet`,
    extensions: ['xlsx'],
    signs: ['xlsx'],
  },
  {
    title: 'a PowerPoint presentation',
    content_type: `${OOXML}.presentationml.presentation`,
    extensions: ['pptx'],
    signs: ['pptx'],
  },
  { title: 'an older Word document', content_type: 'application/msword', extensions: ['doc'], signs: ['doc'] },
  { title: 'an older Excel workbook', content_type: 'application/vnd.ms-excel', extensions: ['xls'], signs: ['xls'] },
  {
    title: 'an older PowerPoint presentation',
    content_type: 'application/vnd.ms-powerpoint',
    extensions: ['ppt'],
    signs: ['ppt'],
  },
  {
    title: 'an OpenDocument text',
    content_type: 'application/vnd.oasis.opendocument.text',
    extensions: ['odt'],
    signs: ['odt'],
  },
  {
    title: 'an OpenDocument spreadsheet',
    content_type: 'application/vnd.oasis.opendocument.spreadsheet',
    extensions: ['ods'],
    signs: ['ods'],
  },
  { title: 'plain text', content_type: 'text/plain', extensions: ['txt'], signs: ['text'] },
  { title: 'plain text', content_type: 'text/csv', extensions: ['csv'], signs: ['text'] },
  { title: 'an MP3 recording', content_type: 'audio/mpeg', extensions: ['mp3'], signs: ['mp3'] },
  { title: 'an MP4 recording', content_type: 'audio/mp4', extensions: ['m4a'], signs: MP4 },
  { title: 'an AAC recording', content_type: 'audio/aac', extensions: ['aac'], signs: ['aac'] },
  { title: 'a WAV recording', content_type: 'audio/wav', extensions: ['wav'], signs: ['wav'] },
  { title: 'a FLAC recording', content_type: 'audio/flac', extensions: ['flac'], signs: ['flac'] },
  { title: 'an AMR recording', content_type: 'audio/amr', extensions: ['amr'], signs: ['amr'] },
  { title: 'an Ogg recording', content_type: 'audio/ogg', extensions: ['ogg', 'oga', 'opus'], signs: OGG },
  { title: 'a Windows recording', content_type: 'audio/x-ms-wma', extensions: ['wma'], signs: WINDOWS_MEDIA },
  { title: 'an MP4 video', content_type: 'video/mp4', extensions: ['mp4', 'm4v'], signs: MP4 },
  { title: 'a QuickTime video', content_type: 'video/quicktime', extensions: ['mov'], signs: MP4 },
  { title: 'a 3GP video', content_type: 'video/3gpp', extensions: ['3gp'], signs: MP4 },
  { title: 'a WebM video', content_type: 'video/webm', extensions: ['webm'], signs: MATROSKA },
  { title: 'a Matroska video', content_type: 'video/matroska', extensions: ['mkv'], signs: MATROSKA },
  { title: 'an Ogg video', content_type: 'video/ogg', extensions: ['ogv'], signs: OGG },
  { title: 'an AVI video', content_type: 'video/x-msvideo', extensions: ['avi'], signs: ['avi'] },
  { title: 'an MPEG video', content_type: 'video/mpeg', extensions: ['mpg', 'mpeg'], signs: ['mpg'] },
  { title: 'a Windows video', content_type: 'video/x-ms-wmv', extensions: ['wmv'], signs: WINDOWS_MEDIA },
];

/** What one use of a file takes, by the first extensions of FILE_TYPES, and the sentence that says so. */
export type AcceptedFiles = { extensions: readonly string[]; choose: string };

/** Everything on the allow-list but drawings, which are programs as well: attachments of forms and notes. */
export const ATTACHMENTS: AcceptedFiles = {
  extensions: FILE_TYPES.map((type) => type.extensions[0]).filter((extension) => extension !== 'svg'),
  choose: 'Choose a picture, PDF, Office document, CSV, text, audio or video file.',
};

/** What `reencodeImage` and `drawSvg` read between them, for logos. */
export const LOGOS: AcceptedFiles = { extensions: ['jpg', 'png', 'svg'], choose: 'Choose a PNG, JPEG or SVG picture.' };

/** What `reencodeImage` reads: photos. */
export const PICTURES: AcceptedFiles = {
  extensions: ['jpg', 'png', 'webp'],
  choose: 'Choose a JPEG, PNG or WebP picture.',
};
