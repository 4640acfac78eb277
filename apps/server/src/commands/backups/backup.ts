import { chmod, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig, type Config } from '../../config/config.ts';
import { findLastEntry } from '../../platform/audit/audit.sql.ts';
import { recordBackup } from '../../platform/backups.sql.ts';
import type { Ctx } from '../../platform/context.ts';
import {
  FILES,
  hashFile,
  type Manifest,
  sealWithPassphrase,
  readPassphrase,
  runPostgresTool,
} from './backup-files.ts';
import { CommandError, print, type Command } from '../command.ts';
import { withShop } from '../open-shop.ts';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Makes one backup of everything the shop is: its database, with the images in it, and its keys. */
export const backup: Command = {
  summary: 'Back up the database and the keys into a new folder, while the shop runs.',
  usage: [
    'backup FOLDER --passphrase-file FILE   or with BACKUP_PASSPHRASE',
    'backup --taken PLACE                   record a backup that another tool made',
  ],
  async run(args) {
    const options = { 'passphrase-file': { type: 'string' }, taken: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const config = readConfig(process.env);
    if (values.taken !== undefined) {
      await recordTakenBackup(config, values.taken);
      return 0;
    }
    const [folder] = positionals;
    if (folder === undefined) throw new CommandError('Name a folder that does not exist yet.');
    const manifest = await takeBackup(config, resolve(folder), readPassphrase(values['passphrase-file']));
    print(`${resolve(folder)}: ${manifest.dump.bytes} bytes, keys ${manifest.key_ids.join(', ')}`);
    return 0;
  },
};

const recordTakenBackup = (config: Config, place: string): Promise<void> =>
  withShop(config, 'backup', (ctx) =>
    recordBackup(ctx.db, { taken_at: ctx.clock.now(), place, bytes: null }),
  );

/**
 * Backs up into a folder that must not exist (CommandError). It has its name only once it is whole and on the disk, and
 * nothing of it stays if it fails or is stopped. The dump is one snapshot; the shop keeps running meanwhile.
 */
export async function takeBackup(config: Config, folder: string, passphrase: string): Promise<Manifest> {
  const { databaseUrl, keys } = config;
  if (databaseUrl === null)
    throw new CommandError(
      'The embedded database is backed up by a copy of DATA_DIR while the shop is stopped.',
    );
  if (keys === null) throw new CommandError('CREDENTIALS_KEYS and FINGERPRINT_KEY are not set.');
  if (await exists(folder)) throw new CommandError(`${folder} already exists and is not overwritten.`);
  const sealed = sealWithPassphrase(writeKeys(keys), passphrase);
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  const stopped = new AbortController();
  const stop = (): void => stopped.abort();
  for (const signal of STOP_SIGNALS) process.once(signal, stop);
  try {
    return await withShop(config, 'backup', async (ctx) => {
      await mkdir(partial, { recursive: true, mode: 0o700 });
      const begun = await describeShop(ctx);
      const dump = join(partial, FILES.dump);
      const how = ['--format=custom', '--no-owner', '--no-privileges', '--file', dump];
      await runPostgresTool('pg_dump', databaseUrl, how, stopped.signal);
      await chmod(dump, 0o600);
      const manifest: Manifest = {
        format: 1,
        ...begun,
        public_url: config.publicUrl,
        dump: { bytes: (await stat(dump)).size, sha256: await hashFile(dump) },
        key_ids: [...keys.credentials.keys()],
      };
      await writeWhole(join(partial, FILES.keys), sealed);
      await writeWhole(join(partial, FILES.manifest), JSON.stringify(manifest, null, 2));
      await rename(partial, folder);
      // It is whole, and a failure here would have it made again.
      await recordBackup(ctx.db, {
        taken_at: new Date(begun.taken_at),
        place: `${hostname()}:${folder}`,
        bytes: BigInt(manifest.dump.bytes),
      }).catch((error: Error) => print(`The shop does not know of this backup: ${error.message}`));
      return manifest;
    });
  } finally {
    await rm(partial, { recursive: true, force: true });
    for (const signal of STOP_SIGNALS) process.removeListener(signal, stop);
  }
}

async function describeShop({ db, clock }: Ctx): Promise<Pick<Manifest, 'taken_at' | 'audit'>> {
  const last = await findLastEntry(db);
  const audit = { entries: String(last?.id ?? 0n), head: last?.hash.toString('hex') ?? '' };
  return { taken_at: clock.now().toISOString(), audit };
}

/** As lines of an environment file. */
const writeKeys = ({ credentials, fingerprint }: NonNullable<Config['keys']>): string =>
  [
    `CREDENTIALS_KEYS=${[...credentials].map(([id, key]) => `${id}:${key.toString('base64')}`).join(',')}`,
    `FINGERPRINT_KEY=${fingerprint.toString('base64')}`,
    '',
  ].join('\n');

const writeWhole = (path: string, text: string): Promise<void> =>
  writeFile(path, text, { flag: 'wx', mode: 0o600, flush: true });

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
