/** What spreadsheets show where a formula has no result, in the languages in which people here use them. */
const errors = new Set([
  ...['#N/A', '#DIV/0!', '#VALUE!', '#REF!', '#NAME?', '#NUM!', '#NULL!', '#SPILL!', '#CALC!', '#FIELD!', '#BLOCKED!'],
  ...['#CONNECT!', '#BUSY!', '#UNKNOWN!', '#PYTHON!', '#TIMEOUT!', '#EXTERNAL!', '#GETTING_DATA', '#ERROR!'],
  ...['#¡DIV/0!', '#¡VALOR!', '#¡REF!', '#¿NOMBRE?', '#¡NUM!', '#¡NULO!'],
  ...['#VALEUR!', '#NOM?', '#NOMBRE!', '#NUL!', '#N/D', '#VALOR!', '#NOME?', '#NV', '#WERT!', '#BEZUG!', '#ZAHL!'],
]);
const ofLibreOffice = /^Err:5\d\d$/;

/** Says of a cell that it shows an error of a formula, and what to do; null for any other cell. */
export const errorIn = (cell: string): string | null => {
  const text = cell.trim();
  if (!errors.has(text) && !ofLibreOffice.test(text)) return null;
  return `This cell shows the error ${text}. Correct its formula, or clear the cell.`;
};
