import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Reads a JSON file; null when there is none yet. */
export async function readChainFile<Content>(path: string): Promise<Content | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  try {
    return JSON.parse(text) as Content;
  } catch (cause) {
    throw new Error(`${path} is damaged; remove its folder to start the local chains again`, { cause });
  }
}

/** Replaces the file atomically: after a power cut it has either the old or the new content. */
export async function writeChainFile(path: string, content: unknown): Promise<void> {
  const temporary = `${path}.new`;
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(JSON.stringify(content));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  await syncFolder(dirname(path));
}

/** Flushes the folder, so that a rename in it survives a power cut. Windows has no such call and needs none. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
