/** The file parts that a multipart route takes beside `data`. */
export type FileParts = {
  /** What they are called. */
  name: RegExp;
  /** Which files they may be, as the description of the API says it. */
  accepts: string;
  /** How large each may be, where that is less than any file may be. */
  megabytes?: number;
  /** Several files may come under one name. */
  repeated?: true;
};

/** How large any file may be. */
export const largestFile = 25;
/** How large all files of a request may be together. */
export const largestRequest = 100;
/** How many files may come under one name. */
export const maxFilesOfName = 10;

/** A table: rows below a first row that names the columns. */
export const tableFile = { name: /^input$/, accepts: 'CSV or .xlsx' } satisfies FileParts;
