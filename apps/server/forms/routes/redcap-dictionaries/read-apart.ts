// A process of its own: reads the rows of one data dictionary, as dictionary.ts asks for it.
import { readDictionary } from '#forms/redcap/read.ts';
import { answer } from '#server/kit/answer-apart.ts';

await answer(async (rows) => JSON.stringify(readDictionary(JSON.parse(rows.toString('utf8')))));
