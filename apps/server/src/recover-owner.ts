import { randomBytes } from 'node:crypto';
import { composeEvents } from './compose.ts';
import { readConfig, type Config } from './config.ts';
import { createContexts } from './contexts.ts';
import { recoverOwner } from './features/sessions/index.ts';
import { LiveFiguresCache } from './features/statistics/index.ts';
import { openDatabase, openLog, takeDataFolder } from './open-base.ts';
import { openKeyring } from './open-app.ts';
import { createClock } from './platform/clock.ts';
import { createDb } from './platform/db/db.ts';
import { requireKeys } from './platform/keys/require-keys.ts';
import { Live } from './platform/live/live.ts';
import { startInSteps } from './start-in-steps.ts';

/**
 * Lets an owner back in whose password or second factor is lost, on the database that the settings name. The embedded
 * database serves one process, so the shop must be stopped for it. Prints a new password, which must be changed at the
 * first sign-in.
 */
export async function recoverOwnerOf(config: Config, username: string): Promise<string> {
  const { started, stop } = await startInSteps(async (undo) => {
    const log = openLog(config);
    if (config.databaseUrl === null) takeDataFolder(config, undo);
    const db = createDb(await openDatabase(config, log, undo));
    const keyring = openKeyring(config);
    await requireKeys(db, keyring);
    const live = new Live();
    const { systemCtx } = createContexts({
      db,
      clock: createClock(config.clockOffsetMs),
      log,
      keyring,
      events: composeEvents(new LiveFiguresCache(live)),
      live,
      publicUrl: config.publicUrl,
      isSandbox: config.mode === 'sandbox',
    });
    const password = randomBytes(15).toString('base64url');
    await recoverOwner(systemCtx('command: recover-owner'), { username, password });
    return password;
  });
  await stop();
  return started;
}

/** Run as a command: `npm run recover-owner -- USERNAME`. */
if (process.argv[1] === import.meta.filename) {
  const [username] = process.argv.slice(2);
  try {
    if (username === undefined) throw new Error('Name the owner: npm run recover-owner -- USERNAME');
    if (process.loadEnvFile) {
      try {
        process.loadEnvFile('.env');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
    const password = await recoverOwnerOf(readConfig(process.env), username);
    process.stdout.write(
      `\n  ${username} can sign in again with the password ${password}\n` +
        '  It must be changed at once. The second factor and its recovery codes are gone, all sessions have ended,\n' +
        '  the audit log has an entry, and every admin is mailed an alarm.\n\n',
    );
  } catch (error) {
    process.stderr.write(`\n${(error as Error).message}\n\n`);
    process.exit(1);
  }
}
