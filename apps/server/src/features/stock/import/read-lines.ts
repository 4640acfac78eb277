import type { AccountForm } from '@portside/accounts/account-form';
import { RowChecker } from '@portside/accounts/check-row';
import { readRows } from '@portside/accounts/row-reader';
import type { ImportForm } from '@portside/contract';
import type { ImportLine } from './check-line.ts';

/**
 * The lines of one part of a file, which holds whole rows: what is sold of each, or why it is not, with the row as it
 * came. A heading is a blank line, and so is each further line of a row, so that lines keep their numbers in the file.
 */
export function* readPart(
  text: string,
  form: ImportForm,
  account: AccountForm,
  fromLine: number,
): Generator<ImportLine> {
  const checker = new RowChecker(form, account, fromLine === 0);
  for (const row of readRows(text, form.kind === 'csv' ? form.delimiter : null, fromLine + 1)) {
    const { what, text: sold, fault } = checker.check(row);
    if (what !== 'line') yield '';
    else yield fault === null ? sold : { fault, text: row.text };
    for (let further = 1; further < row.lines; further += 1) yield '';
  }
}
