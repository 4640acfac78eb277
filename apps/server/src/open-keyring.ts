import type { Config } from './config.ts';
import { Keyring } from './platform/keyring.ts';
import { loadSandboxKeys } from './sandbox-keys.ts';

/** The keys of the settings, or those that the sandbox made for itself. */
export function openKeyring(config: Config): Keyring {
  const { credentials, fingerprint } = config.keys ?? loadSandboxKeys(config.dataDir);
  return new Keyring(credentials, fingerprint);
}

/** Signs what processes of one shop send each other; the same in all of them, as the keys are. */
export const hubKeyOf = (keyring: Keyring): Buffer => keyring.derive('hub entries', '');
