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

/** Several hosts in one address are no URL to Node, so the password is cut out by hand. */
function splitPassword(databaseUrl: string): { url: string; password: string | null } {
  const [, head, user, password, rest] = /^([^/]*\/\/)([^/:@?]*):([^/?]*)(@.*)$/.exec(databaseUrl) ?? [];
  if (password === undefined) return { url: databaseUrl, password: null };
  return { url: `${head}${user}${rest}`, password: decodeURIComponent(password) };
}
