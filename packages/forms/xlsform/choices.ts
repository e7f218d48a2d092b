import type { FieldOption } from '../field-types/field-type.ts';
import { columnsOf, type Remark, read, type Table, unguarded } from './sheets.ts';
import { leftColumns } from './survey.ts';

const readColumns = ['list_name', 'name', 'label'] as const;

/** The options of each list of the choices sheet, by the list's name, and what is left of the sheet. */
export const readChoices = (table: Table, language: string) => {
  const remarks: Remark[] = [];
  const lists = new Map<string, Map<string, FieldOption>>();
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
    else lists.set(list, options.set(value, { value, label: label || value, position: options.size }));
  }
  return {
    lists,
    remarks: [...remarks, ...leftColumns(table, columns, { sheet: 'choices', readColumns: new Set(readColumns) })],
  };
};
