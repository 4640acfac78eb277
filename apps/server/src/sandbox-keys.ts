import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KeyConfig } from './config.ts';

type Kept = { readonly credentials: Record<string, string>; readonly fingerprint: string };

/** The sandbox's keys, made once and kept in the data folder, readable by its owner only. */
export function keepSandboxKeys(dataDir: string): KeyConfig {
  const file = join(dataDir, 'keys.json');
  if (!existsSync(file)) {
    const made: Kept = {
      credentials: { k1: randomBytes(32).toString('base64') },
      fingerprint: randomBytes(32).toString('base64'),
    };
    writeFileSync(file, JSON.stringify(made, null, 2), { mode: 0o600, flush: true });
  }
  const kept = JSON.parse(readFileSync(file, 'utf8')) as Kept;
  const credentials = Object.entries(kept.credentials).map(
    ([id, key]) => [id, Buffer.from(key, 'base64')] as const,
  );
  return { credentials: new Map(credentials), fingerprint: Buffer.from(kept.fingerprint, 'base64') };
}
