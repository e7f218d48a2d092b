import type { FieldOption } from '../field-types/field-type.ts';

/** The choices of a cell like `1, Yes | 2, No`, by their codes, and what is wrong with some. */
export const readChoices = (cell: string) => {
  const options = new Map<string, FieldOption>();
  const problems: string[] = [];
  for (const part of cell.split(/[|\n]/)) {
    const text = part.trim();
    if (text === '') continue;
    const comma = text.indexOf(',');
    const value = (comma < 0 ? text : text.slice(0, comma)).trim();
    const label = (comma < 0 ? text : text.slice(comma + 1)).trim() || value;
    if (value === '') problems.push(`The choice “${label.slice(0, 80)}” is left out: it has no code`);
    else if (options.has(value)) problems.push(`The choice ${value} is left out: its code stands there twice`);
    else options.set(value, { value, label: label.slice(0, 255), position: options.size });
  }
  return { options, problems };
};

/** Whether all codes are numbers as one writes them, so that nothing is lost when they are taken for such. */
export const areNumbers = (options: ReadonlyMap<string, FieldOption>): boolean =>
  options.size > 0 && [...options.keys()].every((code) => String(Number(code)) === code);
