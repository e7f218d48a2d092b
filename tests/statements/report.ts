import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { across } from './across.ts';
import { type Finding, judge, rules } from './judge.ts';
import { type Kept, keptIn } from './keep.ts';

const run = promisify(execFile);

const isExcused = ({ rule, what }: Finding, { asAdmin, sender }: Kept): boolean => {
  // Of what the kit sends, who asked the kit to.
  const [file = ''] = (sender.split(' for ').at(-1) as string).split(':');
  return rule === 'loose' && asAdmin && (across[file]?.tables.includes(what.split(' ')[0] ?? '') ?? false);
};

/** What is wrong with one statement, a line for each; one that PostgreSQL can’t read is named, too. */
const linesOf = (kept: Kept, isNew: (what: string) => boolean): string[] => {
  try {
    return judge(kept.sql, kept)
      .filter((finding) => !isExcused(finding, kept) && isNew(`${finding.rule} ${finding.what}`))
      .map(({ rule, what }) => `${what}: ${rule}. ${rules[rule]}`);
  } catch (error) {
    return [`PostgreSQL can’t read it: ${(error as Error).message}`];
  }
};

/** What is wrong with these statements, a paragraph for each; empty when all can be distributed. The same is told once. */
export const reportOf = (statements: Kept[]): string[] => {
  const told = new Set<string>();
  const isNew = (text: string) => told.size < told.add(text).size;
  const paragraphs = statements.flatMap((kept) => {
    const lines = linesOf(kept, (what) => isNew(`${kept.sender} ${what}`));
    if (lines.length === 0) return [];
    return [[kept.sender, ...lines, kept.sql.replaceAll(/\s+/g, ' ').trim()].join('\n  ')];
  });
  return paragraphs.toSorted((one, other) => one.localeCompare(other));
};

/**
 * Returns what is wrong with the statements that were kept in `folder`, as `reportOf` does. A process of its own looks
 * through them, as it takes a while: whoever waits for it can go on listening to others.
 */
export const judgeKept = async (folder: string): Promise<string[]> => {
  const { stdout } = await run(process.execPath, [import.meta.filename, folder], { maxBuffer: 64 * 2 ** 20 });
  return JSON.parse(stdout);
};

if (import.meta.main) console.log(JSON.stringify(reportOf(keptIn(process.argv[2] as string))));
