import type { ImportForm, StockBatch } from '@portside/contract';
import { call } from '../../../lib/api/call.ts';
import type { ImportSource } from './import-source.ts';
import { readParts, readText } from './read-parts.ts';

export type Progress = {
  readonly batch: StockBatch;
  /** Of the file, from 0 to 1. */
  readonly share: number;
};

type Steps = {
  readonly onProgress: (progress: Progress) => void;
  /** Asked when a call fails: whether to try it again. */
  readonly askAgain: () => Promise<boolean>;
  readonly signal: AbortSignal;
};

/**
 * Imports a whole source, part after part, and answers the finished batch; null where it was given up. A part
 * whose answer was lost is sent again: the server passes over what it has of it.
 */
export async function runImport(
  source: ImportSource,
  form: ImportForm,
  steps: Steps,
): Promise<StockBatch | null> {
  const { onProgress, askAgain, signal } = steps;
  const persist = async <T>(attempt: () => Promise<T>): Promise<T | null> => {
    while (true) {
      try {
        return await attempt();
      } catch (error) {
        if (signal.aborted || !(error instanceof Error && error.name === 'ApiError')) throw error;
        if (!(await askAgain())) return null;
      }
    }
  };
  const { goods, gender, note, file } = source;
  const body = { goods_id: goods.id, gender, note, has_right_to_sell: true as const };
  let batch = await persist(() => call('openImport', { body }, { signal }));
  if (batch === null) return null;
  const params = { id: batch.id };
  let bytes = 0;
  const text = readText(file, (read) => {
    bytes = read;
  });
  for await (const part of readParts(text, form.kind)) {
    const sent: StockBatch | null = await persist(() =>
      call('addImportLines', { params, body: { from_line: batch!.lines, text: part, form } }, { signal }),
    );
    if (sent === null) return null;
    batch = sent;
    onProgress({ batch, share: bytes / Math.max(1, file.size) });
  }
  return persist(() => call('finishImport', { params }, { signal }));
}
