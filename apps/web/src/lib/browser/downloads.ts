import type { ExportName } from '@portside/contract';
import { create } from 'zustand';
import type { RequestOf } from '../api/call.ts';
import { streamFile } from '../api/stream-file.ts';
import { saveFile } from './save-file.ts';
import { storedState, useStored } from '../stored/stored-state.ts';

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
