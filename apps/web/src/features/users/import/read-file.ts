/** Limit of the call. */
const LONGEST_TEXT = 900_000;

export type FileFault = 'notUtf8' | 'tooLong';

/** The text of a CSV file, or why it cannot be sent. */
export async function readFile(file: Blob): Promise<{ text: string } | { fault: FileFault }> {
  if (file.size > 4 * LONGEST_TEXT) return { fault: 'tooLong' };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    return text.length > LONGEST_TEXT ? { fault: 'tooLong' } : { text };
  } catch {
    return { fault: 'notUtf8' };
  }
}
