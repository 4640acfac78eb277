import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { CommandError } from '../command.ts';

/**
 * Runs a program of PostgreSQL's client on a database. The password goes by the environment: arguments are visible to
 * every user of the machine. Throws a CommandError with the program's own words.
 */
export async function runPostgresTool(
  program: 'pg_dump' | 'pg_restore',
  databaseUrl: string,
  args: readonly string[],
): Promise<void> {
  const { url, password } = splitPassword(databaseUrl);
  const child = spawn(program, ['--dbname', url, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...(password !== null && { PGPASSWORD: password }) },
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
