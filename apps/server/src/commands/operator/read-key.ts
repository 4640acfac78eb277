import { readFileSync, statSync } from 'node:fs';
import type { Hex } from 'viem';
import { CommandError } from '../command.ts';

/** The environment variable, where no file is named. */
export const KEY_VARIABLE = 'OPERATOR_KEY';

/**
 * The private key of this machine's wallet, which needs nothing but coins for fees: 64 hex digits in a file that only its
 * owner can read, or in OPERATOR_KEY. Throws a CommandError without it; never prints it.
 */
export function readKey(file: string | undefined, env: NodeJS.Dict<string>): Hex {
  const text = file === undefined ? env[KEY_VARIABLE] : readKeyFile(file);
  if (text === undefined || text.trim() === '')
    throw new CommandError(`A key is needed: --key-file FILE, or ${KEY_VARIABLE} in the environment.`);
  const hex = text.trim().replace(/^0x/, '');
  if (!/^[0-9a-fA-F]{64}$/.test(hex)) throw new CommandError('The key is not 64 hex digits.');
  return `0x${hex.toLowerCase()}`;
}

function readKeyFile(file: string): string {
  let mode: number;
  try {
    ({ mode } = statSync(file));
  } catch {
    throw new CommandError(`${file}: there is no such file.`);
  }
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw new CommandError(`${file} can be read by others: chmod 600 ${file}`);
  return readFileSync(file, 'utf8');
}
