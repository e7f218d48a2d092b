import { composed } from '#contract/kit/text.ts';

/**
 * The name of an upload without folders, control characters and marks that turn the direction of writing (they make
 * "exe.txt" of "txt.exe"), at most 255 characters with its extension kept; "file" when nothing is left.
 */
export function safeFilename(filename: string): string {
  const name = composed(filename)
    .replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .split(/[/\\]/)
    .at(-1)!
    .replace(/^[\s.]+|[\s.]+$/g, '');
  const characters = [...name];
  if (characters.length <= 255) return name || 'file';
  const ending = /\.[^.\s]{1,10}$/.exec(name)?.[0] ?? '';
  return characters.slice(0, 255 - ending.length).join('') + ending;
}
