import { Button, FileButton } from '@mantine/core';
import type { Encoding } from '@portside/accounts/encoding';
import { IconFileUpload } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { decodeFile, type HeldFile } from '../../lib/browser/decode-file.ts';
import { isXlsx, tableOfXlsx } from '../../lib/browser/read-xlsx.ts';
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
