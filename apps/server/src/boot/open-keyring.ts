import type { Config } from '../config/config.ts';
import type { KeyConfig } from '../config/settings.ts';
import { Keyring } from '../platform/keys/keyring.ts';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The keys of the settings, or those that the sandbox made for itself. */
export function openKeyring(config: Config): Keyring {
  const { credentials, fingerprint } = config.keys ?? loadSandboxKeys(config.dataDir);
  return new Keyring(credentials, fingerprint);
}

type StoredKeys = { readonly credentials: Record<string, string>; readonly fingerprint: string };

/** The sandbox's keys: generated once and stored in the data folder, readable by its owner only. */
function loadSandboxKeys(dataDir: string): KeyConfig {
  const file = join(dataDir, 'keys.json');
  if (!existsSync(file)) {
    const made: StoredKeys = {
      credentials: { k1: randomBytes(32).toString('base64') },
      fingerprint: randomBytes(32).toString('base64'),
    };
    writeFileSync(file, JSON.stringify(made, null, 2), { mode: 0o600, flush: true });
  }
  const stored = JSON.parse(readFileSync(file, 'utf8')) as StoredKeys;
  const credentials = Object.entries(stored.credentials).map(
    ([id, key]) => [id, Buffer.from(key, 'base64')] as const,
  );
  return { credentials: new Map(credentials), fingerprint: Buffer.from(stored.fingerprint, 'base64') };
}
