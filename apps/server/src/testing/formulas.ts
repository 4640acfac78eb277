import { parse } from 'csv-parse/sync';

/** Texts that a spreadsheet could run, and how the cell in the file begins. */
export const FORMULAS: readonly (readonly [text: string, cell: string])[] = [
  ...['=', '+', '-', '@', '＝', '\t'].map((sign) => {
    const text = `${sign}cmd|' /C calc'!A0`;
    return [text, `'${text}`] as const;
  }),
  ...['\n', '\r', '\r\n'].map((lineBreak) => [`mine${lineBreak}=1+1`, 'mine =1+1'] as const),
  ['\r=1+1', "' =1+1"],
  [' =1+1', "' =1+1"],
  ['mine;=2+2;x', "mine;'=2+2;x"],
  ['mine;"=2+2', `mine;'"=2+2`],
  ['mine\t+1+1', "mine\t'+1+1"],
];

/** Cells as spreadsheets split a file by comma, by semicolon, or by any other separator, quoted or not. */
export const splitCells = (file: string): string[] => [
  ...parse(file, { bom: true }).flat(),
  ...parse(file, { bom: true, delimiter: ';', relax_quotes: true, relax_column_count: true }).flat(),
  ...file.split(/[;\t\r\n]/),
];

/** Whether a spreadsheet would run the cell as a formula. */
export const isFormula = (cell: string): boolean =>
  /^[\t\r]|^[\s"]*[=+\-@＝＋－＠]/.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell);
