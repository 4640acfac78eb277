import { Button, FileButton } from '@mantine/core';
import type { Encoding } from '@portside/accounts/encoding';
import { IconFileUpload } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { CHOOSES_AGAIN, decodeFile, type HeldFile } from '../../lib/browser/decode-file.ts';
import { EncodingChoice } from './encoding-choice.tsx';

/** Limit of the calls, in characters; the longest of those have four bytes. */
const LONGEST_TEXT = 900_000;

export type TableFault = 'notTable' | 'tooLong';

type Props = {
  children: ReactNode;
  /** Before a file is read: what was found in another one is over. */
  onChoose: () => void;
  /** Its text, with tabs where it is a workbook. */
  onText: (text: string) => Promise<unknown>;
  onFault: (fault: TableFault) => void;
};

/** A button that reads a table from a file: CSV in any encoding, which is asked where it is in doubt, or XLSX. */
export function TableFile({ children, onChoose, onText, onFault }: Props) {
  const [held, setHeld] = useState<HeldFile | null>(null);
  const open = async (file: Blob, encoding: Encoding | null): Promise<unknown> => {
    onChoose();
    setHeld(null);
    if (file.size > 4 * LONGEST_TEXT) return onFault('tooLong');
    if (await isXlsx(file)) {
      const table = await tableOfXlsx(file).catch(() => null);
      if (table === null) return onFault('notTable');
      return table.length > LONGEST_TEXT ? onFault('tooLong') : onText(table);
    }
    const decoded = await decodeFile(file, encoding);
    if (decoded.held) return setHeld(decoded.held);
    const text = await decoded.file.text();
    return text.length > LONGEST_TEXT ? onFault('tooLong') : onText(text);
  };
  return (
    <>
      <FileButton
        accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain"
        inputProps={CHOOSES_AGAIN}
        onChange={(file) => file && void open(file, null)}
      >
        {(props) => (
          <Button {...props} variant="default" leftSection={<IconFileUpload size={17} stroke={1.7} />}>
            {children}
          </Button>
        )}
      </FileButton>
      {held && <EncodingChoice held={held} onChoose={(encoding) => void open(held.source, encoding)} />}
    </>
  );
}

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
