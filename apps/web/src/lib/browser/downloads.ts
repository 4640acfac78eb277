import type { ExportName, CallName } from '@portside/contract';
import { create } from 'zustand';
import { type RequestOf, send, download, type CallArguments } from '../api/call.ts';
import { storedState, useStored } from '../stored/stored-state.ts';
import { exportPaths } from '@portside/contract/wire/export-paths';
import { createPatience } from '../api/patience.ts';
import { readFile } from '../api/request.ts';

/** A running download; the reader can go on working. */
type Download = {
  readonly filename: string;
  readonly bytes: number;
  readonly cancel: () => void;
};

/** Running downloads by number. */
export const useDownloads = create<ReadonlyMap<number, Download>>(() => new Map());

let latest = 0;

/** Shortest time between two progress updates. */
const PUBLISHED_EVERY_MS = 200;

/**
 * Downloads a file and saves it, whatever page is open by then. Stops silently when it is cancelled or another user
 * signs in. Throws ApiError.
 */
export async function downloadFile<N extends ExportName>(
  name: N,
  request: RequestOf<N>,
  filename: string,
): Promise<void> {
  const key = (latest += 1);
  const stop = new AbortController();
  const cancel = (): void => stop.abort();
  const asker = storedState().user?.id;
  const stopFollowing = useStored.subscribe(({ user }) => {
    if (user?.id !== asker) cancel();
  });
  let publishedAt = 0;
  const onBytes = (bytes: number): void => {
    if (performance.now() < publishedAt + PUBLISHED_EVERY_MS) return;
    publishedAt = performance.now();
    set(key, { filename, bytes, cancel });
  };
  set(key, { filename, bytes: 0, cancel });
  try {
    saveFile(await streamFile(name, request, { signal: stop.signal, onBytes }), filename);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    stopFollowing();
    set(key, null);
  }
}

function set(key: number, download: Download | null): void {
  const downloads = new Map(useDownloads.getState());
  if (download) downloads.set(key, download);
  else downloads.delete(key);
  useDownloads.setState(downloads, true);
}

type Watch = {
  readonly signal: AbortSignal;
  /** Called with the number of bytes received so far. */
  onBytes(bytes: number): void;
};

/**
 * Downloads a file of any length. It fails when no data arrives for a while, not after a fixed time. Throws ApiError;
 * an abort by the caller's signal is rethrown as it is.
 */
export async function streamFile<N extends ExportName>(
  name: N,
  request: RequestOf<N>,
  { signal, onBytes }: Watch,
): Promise<Blob> {
  const patience = createPatience();
  const read = (response: Response): Promise<Blob> => readFile(patience.hear(response, onBytes));
  try {
    return await send(exportPaths[name], request, { signal }, read, patience.begin);
  } finally {
    patience.end();
  }
}

/** Saves a file, without showing how far it is (downloadFile does), under the name that the server gives it. Throws ApiError. */
export async function saveDownload<N extends CallName>(name: N, ...request: CallArguments<N>): Promise<void> {
  const file = await download(name, ...request);
  saveFile(file, file.name);
}

/** Saves a file through the browser's downloads. */
function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Browsers read the file after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
