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
  /** What it cost; in all of it where it is for several products. */
  readonly cost?: StockBatch['cost'];
  readonly supplierId?: string | null;
  /** The day from which the accounts age; null for today. */
  readonly bornOn?: string | null;
};

/**
 * `waiting`: a call failed and is retried after a while or on request; `refused`: the shop does not take it, and it is
 * retried on request only. The last four phases are final; `stopped`: someone else ended the import.
 */
type ImportPhase = 'running' | 'waiting' | 'refused' | 'done' | 'stopped' | 'anotherFile' | 'unreadable';
export type ImportRun = {
  readonly phase: ImportPhase;
  /** Of a file for several products, an import each; as far as they have come. */
  readonly batches: readonly StockBatch[];
};

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;
/** About half an hour; then it is retried on request only. */
const MOST_TRIES = 120;

/** The import that this page runs. It continues while the operator works on other pages. */
export const useImportRun = create<{ run: ImportRun | null }>()(() => ({ run: null }));

let stop = new AbortController();
let goOn: () => void = () => undefined;

export const isUnderWay = (run: ImportRun | null): boolean =>
  run !== null && ['running', 'waiting', 'refused'].includes(run.phase);

/**
 * Starts the imports of one file, one after the other. All are opened first, so that each can be continued if the page is
 * closed. `onMoved` is called when the first batch exists and when all have ended.
 */
export async function startImports(jobs: readonly ImportJob[], onMoved: () => Promise<void>): Promise<void> {
  forgetImport();
  const { signal } = (stop = new AbortController());
  const show = (part: Partial<ImportRun>): void => {
    if (signal.aborted) return;
    useImportRun.setState(({ run }) => ({
      run: { phase: 'running', batches: [], ...run, ...part },
    }));
  };
  const onProgress = (batch: StockBatch): void => {
    const before = useImportRun.getState().run?.batches ?? [];
    show({ batches: withBatch(before, batch), phase: 'running' });
    if (before.length === 0) void onMoved();
  };
  const waitAfter = (error: ApiError, failures: number): Promise<void> => {
    const isPassing = shouldRetry(0, error);
    show({ phase: isPassing ? 'waiting' : 'refused' });
    if (!isPassing) announceFailure(error);
    const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1));
    return waitForWord(isPassing && failures < MOST_TRIES ? waitMs : null, signal);
  };
  show({});
  addEventListener('beforeunload', warn);
  try {
    await sendImports(jobs, { onProgress, waitAfter, signal });
    show({ phase: 'done' });
  } catch (error) {
    show({ phase: phaseAfter(error) });
    if (!signal.aborted && phaseAfter(error) === 'unreadable') reportError(error);
  } finally {
    if (stop.signal === signal) removeEventListener('beforeunload', warn);
    await onMoved();
  }
}

/** The imports of a run after one has moved, or was opened. */
const withBatch = (batches: readonly StockBatch[], batch: StockBatch): readonly StockBatch[] =>
  batches.some(({ id }) => id === batch.id)
    ? batches.map((one) => (one.id === batch.id ? batch : one))
    : [...batches, batch];

/** Shows an import of the run that was changed elsewhere, such as by a decision on its held lines. */
export const showBatch = (batch: StockBatch): void =>
  useImportRun.setState(({ run }) => ({ run: run && { ...run, batches: withBatch(run.batches, batch) } }));

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

/** `form` is that of the product's own rows, where the file is for several. */
export const newImport = (
  { goods, gender, note, file, name, cost, supplierId, bornOn }: ImportSource,
  form: ImportForm,
): ImportJob => ({
  file,
  form,
  begin: (signal) => {
    const source = { name: name.slice(0, LONGEST_NAME), bytes: file.size, form };
    const purchase = {
      ...(cost && { cost }),
      ...(supplierId && { supplier_id: supplierId }),
      ...(bornOn && { born_on: bornOn }),
    };
    const known = { goods_id: goods.id, gender, note, file: source, ...purchase };
    const body = { ...known, has_right_to_sell: true as const };
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
 * Opens all imports of a file, then sends each its rows, part by part. A part whose answer was lost is sent again; the
 * server skips what it already has. Throws where a retry cannot help: the import was ended, it began with another file,
 * or the file cannot be read.
 */
async function sendImports(jobs: readonly ImportJob[], steps: Steps): Promise<void> {
  const { onProgress, waitAfter, signal } = steps;
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
  const opened: [ImportJob, StockBatch][] = [];
  for (const job of jobs) {
    const batch = await persist(() => job.begin(signal));
    opened.push([job, batch]);
    onProgress(batch);
  }
  for (const [{ file, form }, batch] of opened) {
    const params = { id: batch.id };
    let fromLine = batch.file?.from_line ?? 0;
    const start = batch.file?.from_byte ?? 0;
    const delimiter = form.kind === 'csv' ? form.delimiter : null;
    const parts = partsOf(readText(file.slice(start)), delimiter, { fromByte: start, fromLine, form });
    for await (const part of parts) {
      const body = { from_line: fromLine, from_byte: part.fromByte, text: part.text, form };
      const read = await persist(() => call('addImportLines', { params, body }, { signal, isQuiet: true }));
      fromLine = read.lines;
      onProgress(read);
    }
    onProgress(await persist(() => call('finishImport', { params }, { signal, isQuiet: true })));
  }
}
