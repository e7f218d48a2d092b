import { open, readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { zipSync } from 'fflate';
import type { ReadXlsform } from '#forms/xlsform/read.ts';
import type { IncomingFile } from '#server/kit/handlers.ts';
import { invalid, Problem } from '#server/kit/problem.ts';
import { turns } from '#server/kit/turns.ts';
import { UnsafeArchive, unzip } from './unzip.ts';

const path = 'input';
const chooseWorkbook = 'Choose an XLSForm workbook (.xlsx)';
const tooComplex = 'This workbook takes too long to read. Split the form, or remove what does not belong to it';

const reading = turns(2);

/** In megabytes, and in milliseconds. */
const mostMemory = 256;
const mostTime = 10_000;

/**
 * The form that a workbook describes. Refuses, under `input`, what is no workbook, what is not safe to unpack, and
 * what no form can be made of, with all that is to be mended.
 */
export const readForm = async (file: IncomingFile | undefined): Promise<ReadXlsform> => {
  if (!file?.filename.toLowerCase().endsWith('.xlsx') || !(await isZip(file))) throw invalid(path, chooseWorkbook);
  const result = await reading(async () => inWorker(await repacked(file)));
  if ('problems' in result) throw new Problem('invalid', { [path]: result.problems.slice(0, 20) });
  return result;
};

const isZip = async ({ spooled }: IncomingFile): Promise<boolean> => {
  const file = await open(spooled.path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.equals(Buffer.from([0x50, 0x4b, 0x03, 0x04]));
  } finally {
    await file.close();
  }
};

/** The parts that hold cells, packed anew: whatever reads them sees what was checked, and nothing else. */
const repacked = async ({ spooled }: IncomingFile): Promise<Uint8Array> => {
  try {
    const files = await unzip(await readFile(spooled.path), (name) => /\.(xml|rels)$/.test(name));
    return zipSync(Object.fromEntries(files), { level: 0 });
  } catch (error) {
    throw error instanceof UnsafeArchive ? invalid(path, error.message) : error;
  }
};

type Read = ReadXlsform | { problems: string[] };

/**
 * Few bytes can describe a sheet of a million rows, so workbooks are read where neither their time nor their memory is
 * that of the other requests.
 */
const inWorker = (workbook: Uint8Array): Promise<Read> =>
  new Promise<Read>((resolve, reject) => {
    const refuse = () => resolve({ problems: [tooComplex] });
    const worker = new Worker(new URL('./read-in-worker.ts', import.meta.url), {
      workerData: workbook,
      resourceLimits: { maxOldGenerationSizeMb: mostMemory },
    });
    const timer = setTimeout(() => void worker.terminate(), mostTime);
    worker.once('message', resolve);
    worker.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? refuse() : reject(error),
    );
    worker.once('exit', () => {
      clearTimeout(timer);
      refuse();
    });
  });
