import { partsOf } from '@portside/accounts/file-parts';
import type { AdminGoods, StockBatch, ImportForm } from '@portside/contract';
import { create } from 'zustand';
import { isRefusal, ApiError, announceFailure } from '../../../lib/api/api-error.ts';
import { shouldRetry } from '../../../lib/api/query.ts';
import { readText } from '../../../lib/browser/decode-file.ts';
import { call } from '../../../lib/api/call.ts';

/** What to import, and into which product. */
export type ImportSource = {
  readonly goods: AdminGoods;
  readonly gender: StockBatch['gender'];
  readonly note: string;
  readonly file: Blob;
  /** File name; empty for pasted text. */
  readonly name: string;
};

/**
 * `waiting`: a call failed and is retried after a while or on request. The last four phases are final; `stopped`:
 * someone else ended the import.
 */
type ImportPhase = 'running' | 'waiting' | 'done' | 'stopped' | 'anotherFile' | 'unreadable';
export type ImportRun = { readonly phase: ImportPhase; readonly batch: StockBatch | null };

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;
/** About half an hour; then it is retried on request only. */
const MOST_TRIES = 120;

/** The import that this page runs. It continues while the operator works on other pages. */
export const useImportRun = create<{ run: ImportRun | null }>()(() => ({ run: null }));

let stop = new AbortController();
let goOn: () => void = () => undefined;

export const isUnderWay = (run: ImportRun | null): boolean =>
  run?.phase === 'running' || run?.phase === 'waiting';

/** Starts an import. `onMoved` is called when its batch exists and when it ends. */
export async function startImport(job: ImportJob, onMoved: () => Promise<void>): Promise<void> {
  forgetImport();
  const { signal } = (stop = new AbortController());
  const show = (part: Partial<ImportRun>): void => {
    if (signal.aborted) return;
    useImportRun.setState(({ run }) => ({ run: { phase: 'running', batch: null, ...run, ...part } }));
  };
  const onProgress = (batch: StockBatch): void => {
    const isNew = useImportRun.getState().run?.batch == null;
    show({ batch, phase: 'running' });
    if (isNew) void onMoved();
  };
  const waitAfter = (error: ApiError, failures: number): Promise<void> => {
    show({ phase: 'waiting' });
    const isPassing = shouldRetry(0, error);
    if (!isPassing) announceFailure(error);
    const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1));
    return waitForWord(isPassing && failures < MOST_TRIES ? waitMs : null, signal);
  };
  show({});
  addEventListener('beforeunload', warn);
  try {
    show({ batch: await sendImport(job, { onProgress, waitAfter, signal }), phase: 'done' });
  } catch (error) {
    show({ phase: phaseAfter(error) });
    if (!signal.aborted && phaseAfter(error) === 'unreadable') reportError(error);
  } finally {
    if (stop.signal === signal) removeEventListener('beforeunload', warn);
    await onMoved();
  }
}

/** Retries a failed call now. */
export const retryImport = (): void => goOn();

/** Stops sending and clears the progress. Added accounts stay until the import is rolled back. */
export function forgetImport(): void {
  stop.abort();
  useImportRun.setState({ run: null });
}

const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

const phaseAfter = (error: unknown): ImportPhase => {
  if (isRefusal(error, 'importStopped')) return 'stopped';
  return isRefusal(error, 'anotherFile') ? 'anotherFile' : 'unreadable';
};

/** Resolves on a retry request, when the browser is online again, after `ms`, or when the import is cancelled. */
function waitForWord(ms: number | null, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = ms === null ? undefined : setTimeout(end, ms);
    addEventListener('online', end);
    signal.addEventListener('abort', end);
    goOn = end;
  });
}

/** What to import: a new file, or the rest of an interrupted one. */
type ImportJob = {
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
async function sendImport(
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
  const start = batch.file?.from_byte ?? 0;
  const delimiter = form.kind === 'csv' ? form.delimiter : null;
  for await (const { text, fromByte } of partsOf(readText(file.slice(start)), delimiter, {
    fromByte: start,
  })) {
    const body = { from_line: fromLine, from_byte: fromByte, text, form };
    batch = await persist(() => call('addImportLines', { params, body }, { signal, isQuiet: true }));
    fromLine = batch.lines;
    onProgress(batch);
  }
  return persist(() => call('finishImport', { params }, { signal, isQuiet: true }));
}
