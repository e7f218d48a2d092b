import type { FieldOption } from '../field-types/field-type.ts';
import { addOption } from '../xlsform/option-list.ts';

type Choice = { value: string; label: string };

const short = (text: string) => text.slice(0, 80);

/**
 * The parts of a cell between bars or line breaks, each with a code and a label. Where others have codes, a part without a
 * comma is none of them: it belongs to the label before it, which holds a bar itself.
 */
const choicesIn = (cell: string, problems: string[]): Choice[] => {
  const parts = cell.split(/([|\n])/);
  const hasCodes = parts.some((part) => part.includes(','));
  const choices: Choice[] = [];
  for (let place = 0; place < parts.length; place += 2) {
    const text = (parts[place] ?? '').trim();
    const comma = text.indexOf(',');
    const last = choices.at(-1);
    if (text === '') continue;
    if (comma < 0 && hasCodes && last) {
      problems.push(`“${short(text)}” has no code: it becomes part of the choice ${last.value}`);
      last.label += `${parts[place - 1] === '|' ? ' | ' : ' '}${text}`;
    } else if (comma < 0 && hasCodes) problems.push(`“${short(text)}” is left out: it has no code`);
    else {
      const value = comma < 0 ? text : text.slice(0, comma).trim();
      choices.push({ value, label: (comma < 0 ? text : text.slice(comma + 1)).trim() || value });
    }
  }
  return choices;
};

/** The choices of a cell like `1, Yes | 2, No`, by their codes, and what is wrong with some. */
export const readChoices = (cell: string) => {
  const options = new Map<string, FieldOption>();
  const problems: string[] = [];
  for (const choice of choicesIn(cell, problems)) {
    const { value, label } = choice;
    if (value === '') problems.push(`The choice “${short(label)}” is left out: it has no code`);
    else if (options.has(value)) problems.push(`The choice ${value} is left out: another choice has the same code`);
    else {
      const message = addOption(options, choice);
      if (message) problems.push(message);
    }
  }
  return { options, problems };
};

/** Whether all codes are numbers as one writes them, so that nothing is lost when they are taken for such. */
export const areNumbers = (options: ReadonlyMap<string, FieldOption>): boolean =>
  options.size > 0 && [...options.keys()].every((code) => String(Number(code)) === code);
