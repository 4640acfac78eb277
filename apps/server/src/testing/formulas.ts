import { sql, type RawBuilder } from 'kysely';
import { refusedLineContext } from '../features/stock/items.sql.ts';
import type { Ctx } from '../platform/context.ts';
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

/** Writes the text into every table that can be exported, past every check of what may be typed. */
export async function writeEverywhere(
  { db, keyring }: Ctx,
  { poison, batchId }: { readonly poison: string; readonly batchId: bigint },
): Promise<void> {
  const run = (query: RawBuilder<unknown>) => query.execute(db);
  const told = JSON.stringify({ code: 'sentence', facts: { text: poison } });
  await run(sql`update users set username = ${poison} || id, email = ${poison} || id`);
  await run(sql`update user_import_lines set username = ${poison}, email = ${poison}`);
  await run(sql`update roles set name = ${poison} || id`);
  await run(sql`update agents set platform_name = ${poison}, telegram = ${poison}`);
  await run(sql`update blocked_wallets set note = ${poison}`);
  for (const table of ['goods', 'categories'])
    await run(sql`update ${sql.table(table)} set name = jsonb_build_object('en', ${poison}::text)`);
  await run(
    sql`update stock_batches set note = ${poison}, file_name = case when file_name is not null then ${poison} end`,
  );
  await run(sql`update orders set email = ${poison}`);
  await run(sql`update warranty_claims set reason = ${poison}, answer = ${poison}`);
  await run(sql`update deposits set held_reason = ${told} where held_reason is not null`);
  await run(sql`update quarantined_logs set reason = ${told}, review = ${poison} where review is not null`);
  await run(sql`update coupons set note = ${poison}`);
  await run(sql`update announcements set title = jsonb_build_object('en', ${poison}::text)`);
  await run(
    sql`update reports set email = ${poison}, subject = ${poison}, explanation = ${poison}, reason = ${poison}`,
  );
  const sealed = keyring.seal(poison, refusedLineContext(batchId, 2));
  await run(sql`update stock_refused_lines set key_id = ${sealed.keyId}, sealed = ${sealed.sealed}`);
}
