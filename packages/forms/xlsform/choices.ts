import type { FieldOption } from '../field-types/field-type.ts';
import { translatedCells, translatingColumns } from './languages.ts';
import { addOption } from './option-list.ts';
import { columnsOf, type Remark, read, type Table, unguarded } from './sheets.ts';
import { leftColumns } from './survey.ts';

const readColumns = ['list_name', 'name', 'label'] as const;

/** The options of each list of the choices sheet, by the list's name, their labels in other languages, and what is left. */
export const readChoices = (table: Table, language: string) => {
  const remarks: Remark[] = [];
  const lists = new Map<string, Map<string, FieldOption>>();
  const labels = new Map<string, Map<string, Map<string, string>>>();
  const inLabels = translatingColumns(table, 'label', language);
  const columns = new Map(readColumns.map((name) => [name, columnsOf(table, name, language)]));
  for (const row of table.rows) {
    const [list, value, label] = readColumns.map((name) => unguarded(read(row, columns.get(name)!))) as [
      string,
      string,
      string,
    ];
    const remark = (message: string) => remarks.push({ sheet: 'choices', row: row.row, message });
    const options = lists.get(list) ?? new Map<string, FieldOption>();
    if (!list || !value) remark('This choice is left out: it has no list_name or no name');
    else if (options.has(value)) remark(`${value} is left out: ${list} has it already`);
    else {
      const message = addOption(options, { value, label: label || value });
      if (message) remark(message);
      lists.set(list, options);
      labels.set(list, (labels.get(list) ?? new Map()).set(value, translatedCells(row, inLabels)));
    }
  }
  const taken = new Set(inLabels.values());
  const left = leftColumns(table, columns, { sheet: 'choices', readColumns: new Set(readColumns), taken });
  return { lists, labels, remarks: [...remarks, ...left] };
};
