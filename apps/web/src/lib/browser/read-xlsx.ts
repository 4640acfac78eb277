/** More rows than any call takes: who chose a larger file is told so. */
const MOST_ROWS = 20_000;

const SIGNATURE = [0x50, 0x4b, 0x03, 0x04];

/** Whether a file is a workbook, whatever it is called. */
export async function isXlsx(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, SIGNATURE.length).arrayBuffer());
  return SIGNATURE.every((byte, index) => bytes[index] === byte);
}

/**
 * The first sheet of a workbook as a table with tabs, which the server reads like any other. Numbers are as exact as a
 * spreadsheet shows them, and never look like thousands. Throws where the file is no workbook.
 */
export async function tableOfXlsx(file: Blob): Promise<string> {
  const { readXlsx } = await import('hucre/xlsx');
  const { sheets } = await readXlsx(await file.arrayBuffer(), { sheets: [0], maxRows: MOST_ROWS });
  const rows = sheets[0]?.rows ?? [];
  // Empty cells at the end of a row are not stored.
  const width = Math.max(0, ...rows.slice(0, 1).map((row) => row.length));
  return rows
    .map((row) =>
      Array.from({ length: Math.max(width, row.length) }, (_, at) => cellText(row[at] ?? null)).join('\t'),
    )
    .join('\n');
}

function cellText(value: string | number | boolean | Date | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return numberText(value);
  const text = value instanceof Date ? value.toISOString() : String(value).replaceAll(/[\p{Cc}\s]+/gu, ' ');
  return text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Spreadsheets calculate with 15 digits. A point before three digits alone could be for thousands. */
function numberText(value: number): string {
  const text = String(Number(value.toPrecision(15)));
  return /\.\d{3}$/.test(text) ? `${text}0` : text;
}
