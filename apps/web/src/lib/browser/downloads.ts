import type { ExportName, CallName } from '@portside/contract';
import { create } from 'zustand';
import { type RequestOf, send, type CallArguments } from '../api/call.ts';
import { storedState, useStored } from '../stored/stored-state.ts';
import { exportPaths } from '@portside/contract/wire/export-paths';
import { createPatience, download } from '../api/download.ts';
import { readFile } from '../api/request.ts';
import { saveFile } from './save-file.ts';

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
    const file = await streamFile(name, request, { signal: stop.signal, onBytes });
    // The server's name says which days the file covers, and whose.
    await saveFile(file, file.name || filename);
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
): Promise<File> {
  const patience = createPatience();
  const read = (response: Response): Promise<File> => readFile(patience.hear(response, onBytes));
  try {
    return await send(exportPaths[name], request, { signal }, read, patience.begin);
  } finally {
    patience.end();
  }
}

/** Saves a file, without showing how far it is (downloadFile does), under the name that the server gives it. Throws ApiError. */
export async function saveDownload<N extends CallName>(name: N, ...request: CallArguments<N>): Promise<void> {
  const file = await download(name, ...request);
  await saveFile(file, file.name);
}
