import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

const FILE = 'rehearsal.env';

/** Keys and the first owner of a rehearsal: made once, and kept in its folder for its next start. */
export function readMadeSettings(folder: string): NodeJS.Dict<string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, FILE);
  const key = (): string => randomBytes(32).toString('base64');
  const made = [
    `CREDENTIALS_KEYS=k1:${key()}`,
    `FINGERPRINT_KEY=${key()}`,
    'OWNER_USERNAME=owner',
    `OWNER_PASSWORD=${randomBytes(12).toString('base64url')}`,
    'OWNER_EMAIL=owner@rehearsal.example',
    '',
  ].join('\n');
  try {
    writeFileSync(path, made, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return parseEnv(readFileSync(path, 'utf8'));
}
