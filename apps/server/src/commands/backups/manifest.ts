import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod/mini';
import { CommandError } from '../command.ts';

/** The files of a backup's folder. */
export const FILES = { dump: 'database.dump', keys: 'keys.sealed', manifest: 'manifest.json' };

const Manifest = z.object({
  format: z.literal(1),
  taken_at: z.iso.datetime(),
  /** The shop that it is of. */
  public_url: z.string(),
  dump: z.object({ bytes: z.int(), sha256: z.string() }),
  key_ids: z.array(z.string()),
  /** The audit log when the backup began: the restored one has these entries and maybe later ones. */
  audit: z.object({ entries: z.string(), head: z.string() }),
});
export type Manifest = z.infer<typeof Manifest>;

/** Reads a backup's description. Throws a CommandError for a folder that is none, or an unfinished one. */
export async function readManifest(folder: string): Promise<Manifest> {
  try {
    return Manifest.parse(JSON.parse(await readFile(join(folder, FILES.manifest), 'utf8')));
  } catch {
    throw new CommandError(`${folder} is no finished backup: its ${FILES.manifest} cannot be read.`);
  }
}

/** SHA-256 of a file, hexadecimal. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
