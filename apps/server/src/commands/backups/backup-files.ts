import { createHash, createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod/mini';
import { CommandError } from '../command.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';

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
    throw new CommandError(`${folder} is not a complete backup: its ${FILES.manifest} cannot be read.`);
  }
}

/** SHA-256 of a file, hexadecimal. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** 128 MiB of memory a guess (RFC 7914: 128 · N · r bytes). */
const COST = { N: 131_072, r: 8, p: 1 };

const MOST_MEMORY = 256 * COST.N * COST.r;

const KEY_BYTES = 32;

const SALT_BYTES = 16;

const IV_BYTES = 12;

const SHORTEST_PASSPHRASE = 12;

const Base64 = z.base64();

const SealedKeys = z.object({
  kdf: z.literal('scrypt'),
  N: z.literal(COST.N),
  r: z.literal(COST.r),
  p: z.literal(COST.p),
  cipher: z.literal('aes-256-gcm'),
  salt: Base64,
  iv: Base64,
  tag: Base64,
  sealed: Base64,
});

/** Seals a text with a passphrase (scrypt, AES-256-GCM) as JSON. Throws a CommandError for a short passphrase. */
export function sealWithPassphrase(text: string, passphrase: string): string {
  if (passphrase.length < SHORTEST_PASSPHRASE)
    throw new CommandError(`The passphrase needs at least ${SHORTEST_PASSPHRASE} characters.`);
  const salt = randomBytes(SALT_BYTES);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(passphrase, salt), iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const parts = { salt, iv, tag: cipher.getAuthTag(), sealed };
  const encoded = Object.entries(parts).map(([name, bytes]) => [name, bytes.toString('base64')] as const);
  return JSON.stringify({ kdf: 'scrypt', ...COST, cipher: 'aes-256-gcm', ...Object.fromEntries(encoded) });
}

/** Opens what `sealWithPassphrase` made. Throws a CommandError for another passphrase or a changed file. */
export function openWithPassphrase(json: string, passphrase: string): string {
  try {
    const { salt, iv, tag, sealed } = SealedKeys.parse(JSON.parse(json));
    const bytes = (text: string): Buffer => Buffer.from(text, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', deriveKey(passphrase, bytes(salt)), bytes(iv), {
      authTagLength: 16,
    });
    decipher.setAuthTag(bytes(tag));
    return decipher.update(bytes(sealed), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    throw new CommandError('The keys cannot be decrypted: the passphrase is wrong, or the file was changed.');
  }
}

const deriveKey = (passphrase: string, salt: Buffer): Buffer =>
  scryptSync(passphrase.normalize('NFKC'), salt, KEY_BYTES, { ...COST, maxmem: MOST_MEMORY });

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

/**
 * Runs a program of PostgreSQL's client on a database. The password goes by the environment: arguments are visible to
 * every user of the machine. `stopped` ends it. Throws a CommandError with the program's own words.
 */
export async function runPostgresTool(
  program: 'pg_dump' | 'pg_restore',
  databaseUrl: string,
  args: readonly string[],
  stopped?: AbortSignal,
): Promise<void> {
  const { url, password } = splitPassword(databaseUrl);
  const child = spawn(program, ['--dbname', url, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...publicRoots(url), ...process.env, ...(password !== null && { PGPASSWORD: password }) },
    ...(stopped && { signal: stopped }),
  });
  const told = child.stderr.setEncoding('utf8').toArray();
  const ended = once(child, 'exit').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(
      error.code === 'ENOENT'
        ? `${program} is not installed (Debian: apt install postgresql-client; as new as the server)`
        : `${program}: ${error.message}`,
    );
  });
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new CommandError(`${program} failed:\n${(await told).join('').trim()}`);
}

/** Where systems have the certificates of public authorities: Debian and Alpine, Red Hat. */
const PUBLIC_ROOTS = ['/etc/ssl/certs/ca-certificates.crt', '/etc/pki/tls/certs/ca-bundle.crt'];

/**
 * libpq trusts no public certificate by itself, as Node does: without this, `sslmode=verify-full` lets the shop connect
 * and pg_dump not. A file of one's own comes first.
 */
export function publicRoots(
  url: string,
  { files = PUBLIC_ROOTS, ownRoots = join(homedir(), '.postgresql/root.crt') } = {},
): { PGSSLROOTCERT?: string } {
  const settings = new URLSearchParams(url.split(/\?(.*)/s)[1]);
  const isVerified = /^verify-(ca|full)$/.test(settings.get('sslmode') ?? '');
  if (!isVerified || settings.has('sslrootcert') || existsSync(ownRoots)) return {};
  const roots = files.find((file) => existsSync(file));
  return roots === undefined ? {} : { PGSSLROOTCERT: roots };
}

/**
 * Cuts the password out of an address, by hand, because several hosts in one are no URL to Node. As for libpq, one among
 * the parameters comes before one of the user. Throws a CommandError for the password of a certificate, which no program
 * takes but by an argument.
 */
export function splitPassword(databaseUrl: string): { url: string; password: string | null } {
  const [address = '', query] = databaseUrl.split(/\?(.*)/s);
  const [, head, user, first, rest] = /^([^/]*\/\/)([^/:@]*):([^/]*)(@.*)$/.exec(address) ?? [];
  let password = first ?? null;
  const kept = (query ?? '').split('&').filter((parameter) => {
    const [name = '', value = ''] = parameter.split(/=(.*)/s);
    const key = decodeURIComponent(name);
    if (key === 'sslpassword')
      throw new CommandError(
        'DATABASE_URL: sslpassword would be visible to every user of this machine; use a key file without a password',
      );
    if (key === 'password') password = value;
    return key !== 'password' && parameter !== '';
  });
  const plain = first === undefined ? address : `${head}${user}${rest}`;
  return {
    url: kept.length === 0 ? plain : `${plain}?${kept.join('&')}`,
    password: password === null ? null : decodeURIComponent(password),
  };
}
