import type { ImportForm, StockBatch } from '@portside/contract';
import { ApiError, isRefusal } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import type { ImportSource } from './import-source.ts';
import { readParts } from './read-parts.ts';

/** What to import: a new file, or the rest of an interrupted one. */
export type ImportJob = {
  readonly file: Blob;
  readonly form: ImportForm;
  readonly begin: (signal: AbortSignal) => Promise<StockBatch>;
};

export const newImport = (
  { goods, gender, note, file, name }: ImportSource,
  form: ImportForm,
): ImportJob => ({
  file,
  form,
  begin: (signal) => {
    const source = { name: name.slice(0, LONGEST_NAME), bytes: file.size, form };
    const body = { goods_id: goods.id, gender, note, file: source, has_right_to_sell: true as const };
    return call('openImport', { body }, { signal, isQuiet: true });
  },
});

export const resumeImport = (batch: StockBatch, form: ImportForm, file: Blob): ImportJob => ({
  file,
  form,
  begin: () => Promise.resolve(batch),
});

type Steps = {
  readonly onProgress: (batch: StockBatch) => void;
  /** Resolves when a call that failed this often is to be retried. */
  readonly waitAfter: (error: ApiError, failures: number) => Promise<void>;
  readonly signal: AbortSignal;
};

const LONGEST_NAME = 200;

/**
 * Sends a file part by part and returns the finished batch. A part whose answer was lost is sent again; the server
 * skips what it already has. Throws where a retry cannot help: the import was ended, it began with another file, or
 * the file cannot be read.
 */
export async function sendImport(
  { file, form, begin }: ImportJob,
  { onProgress, waitAfter, signal }: Steps,
): Promise<StockBatch> {
  const persist = async <T>(attempt: () => Promise<T>): Promise<T> => {
    for (let failures = 1; ; failures += 1) {
      try {
        return await attempt();
      } catch (error) {
        const isFinal = signal.aborted || isRefusal(error, 'importStopped', 'anotherFile');
        if (isFinal || !(error instanceof ApiError)) throw error;
        await waitAfter(error, failures);
        signal.throwIfAborted();
      }
    }
  };
  let batch = await persist(() => begin(signal));
  onProgress(batch);
  const params = { id: batch.id };
  let fromLine = batch.file?.from_line ?? 0;
  for await (const { text, fromByte } of readParts(file, form.kind, batch.file?.from_byte)) {
    const body = { from_line: fromLine, from_byte: fromByte, text, form };
    batch = await persist(() => call('addImportLines', { params, body }, { signal, isQuiet: true }));
    fromLine = batch.lines;
    onProgress(batch);
  }
  return persist(() => call('finishImport', { params }, { signal, isQuiet: true }));
}
