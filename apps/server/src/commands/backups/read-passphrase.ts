import { readFileSync } from 'node:fs';
import { CommandError } from '../command.ts';

/**
 * From the file that the option names, or from BACKUP_PASSPHRASE; never an argument, which every user of the machine
 * sees.
 */
export function readPassphrase(file: string | undefined): string {
  const text = file === undefined ? process.env['BACKUP_PASSPHRASE'] : readFileSync(file, 'utf8');
  const passphrase = text?.replace(/\r?\n$/, '') ?? '';
  if (passphrase === '')
    throw new CommandError(
      'A passphrase is required to encrypt the keys: --passphrase-file FILE, or BACKUP_PASSPHRASE.',
    );
  return passphrase;
}
