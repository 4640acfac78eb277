import type { CallName } from '@portside/contract';
import { download, type CallArguments } from '../api/call.ts';
import { saveFile } from './save-file.ts';

/** Saves a small file (long ones: downloadFile) under the name that the server gives it. Throws ApiError. */
export async function saveDownload<N extends CallName>(name: N, ...request: CallArguments<N>): Promise<void> {
  const file = await download(name, ...request);
  saveFile(file, file.name);
}
