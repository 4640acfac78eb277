import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { readConfig, type Config } from '../../config/config.ts';
import { importStock, openItems } from '../../features/stock/index.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { verifyAuditChain } from '../../platform/audit/verify-audit-chain.ts';
import { readNewestBackup } from '../../platform/backups.sql.ts';
import { inTransaction } from '../../platform/context.ts';
import { buildGoods } from '../../testing/build.ts';
import { createFollowedChain } from '../../testing/followed-chain.ts';
import { createPerson } from '../../testing/people.ts';
import { atEndOfFile } from '../../testing/end-of-file.ts';
import { createOwnDatabase } from '../../testing/database-copies.ts';
import { isOnPostgres } from '../../testing/world.ts';
import { takeBackup } from './backup.ts';
import { withShop } from '../open-shop.ts';
import { printHeld, restoreBackup } from './restore.ts';
import {
  hashFile,
  readManifest,
  openWithPassphrase,
  publicRoots,
  runPostgresTool,
  sealWithPassphrase,
  splitPassword,
} from './backup-files.ts';

const passphrase = 'a quiet harbour at night';
const hasTools = spawnSync('pg_dump', ['--version']).status === 0;

test('keys open with their passphrase only, and not when a byte was changed', () => {
  const sealed = sealWithPassphrase('CREDENTIALS_KEYS=k1:x\n', passphrase);
  expect(sealed).not.toContain('CREDENTIALS');
  expect(openWithPassphrase(sealed, passphrase)).toBe('CREDENTIALS_KEYS=k1:x\n');
  expect(() => openWithPassphrase(sealed, `${passphrase}.`)).toThrow('the passphrase is wrong');
  const changed = JSON.parse(sealed) as Record<string, unknown>;
  const bytes = Buffer.from(changed['sealed'] as string, 'base64');
  bytes[0]! ^= 1;
  changed['sealed'] = bytes.toString('base64');
  expect(() => openWithPassphrase(JSON.stringify(changed), passphrase)).toThrow('the file was changed');
  expect(() => openWithPassphrase(JSON.stringify({ ...JSON.parse(sealed), N: 2 }), passphrase)).toThrow();
  expect(() => sealWithPassphrase('x', 'short')).toThrow('at least 12 characters');
});

async function openDatabase(isMigrated: boolean): Promise<string> {
  const { url, drop } = await createOwnDatabase(process.env['TEST_DATABASE_URL']!, { isMigrated });
  atEndOfFile(drop);
  return url;
}

const settingsOf = (databaseUrl: string, keys: NodeJS.Dict<string>): NodeJS.Dict<string> => ({
  DATABASE_URL: databaseUrl,
  PUBLIC_URL: 'https://shop.example',
  ETH_RPC_URLS: 'http://127.0.0.1:1',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'shop@shop.example',
  ...keys,
});
const configOf = (databaseUrl: string, keys: NodeJS.Dict<string>): Config =>
  readConfig(settingsOf(databaseUrl, keys));

/** A shop with a sealed account and an audit entry, and a folder for its backups. */
async function createFilledShop() {
  const folder = mkdtempSync(join(tmpdir(), 'portside-backup-'));
  atEndOfFile(async () => rmSync(folder, { recursive: true }));
  const key = (): string => randomBytes(32).toString('base64');
  const keys = { CREDENTIALS_KEYS: `k2:${key()},k1:${key()}`, FINGERPRINT_KEY: key() };
  const settings = settingsOf(await openDatabase(true), keys);
  const config = readConfig(settings);
  const buyers = await withShop(config, 'test', async (ctx) => {
    await createFollowedChain(ctx, 'POLYGON', `0x${'fa'.repeat(20)}`);
    await createPerson(ctx);
    const goodsId = await buildGoods(ctx);
    await importStock(ctx, { goodsId, gender: 'male', note: 'backup', lines: ['canary----secret'] });
    await inTransaction(ctx, (step) => recordAudit(step, { action: 'mail.test', subject: 'mail:backup' }));
    await ctx.db
      .insertInto('payout_requests')
      .values({
        kind: 'balance',
        user_id: (await createPerson(ctx)).user.id,
        agent_id: null,
        payable_at: ctx.clock.now(),
        amount_micro: 25_500_000n,
        network: 'POLYGON',
        chain_id: 137n,
        token: `0x${'11'.repeat(20)}`,
        address: `0x${'22'.repeat(20)}`,
        state: 'approved',
        tx_hash: null,
        problem: null,
        idempotency_key: 'backup',
        approved_by: null,
        approved_at: null,
        paid_by: null,
        payout_id: null,
        created_at: ctx.clock.now(),
        changed_at: ctx.clock.now(),
      })
      .execute();
    return Number(
      (await sql<{ count: bigint }>`select count(*) as count from users`.execute(ctx.db)).rows[0]!.count,
    );
  });
  return { config, folder, settings, buyers };
}

test.skipIf(!isOnPostgres || !hasTools)(
  'a backup restored elsewhere has the accounts, their keys and the whole audit log',
  async () => {
    const { config, folder, buyers } = await createFilledShop();
    const place = join(folder, 'monday');
    const manifest = await takeBackup(config, place, passphrase);
    expect(manifest).toMatchObject({
      key_ids: ['k2', 'k1'],
      audit: { entries: expect.stringMatching(/^[1-9]/) },
    });
    await withShop(config, 'test', async ({ db }) => {
      expect(await readNewestBackup(db)).toMatchObject({ place: expect.stringContaining(place) });
    });
    await expect(takeBackup(config, place, passphrase)).rejects.toThrow('already exists');
    // Names and keys are not for everybody on the machine.
    const modes = spawnSync('stat', [
      '-c',
      '%a',
      place,
      join(place, 'database.dump'),
      join(place, 'keys.sealed'),
    ]);
    expect(String(modes.stdout)).toBe('700\n600\n600\n');
    expect(readFileSync(join(place, 'keys.sealed'), 'utf8')).not.toContain('"k1"');

    const keysTo = join(folder, 'keys.env');
    const databaseUrl = await openDatabase(false);
    const target = { folder: place, databaseUrl, keysTo };
    await expect(restoreBackup(target, 'another passphrase')).rejects.toThrow('cannot be decrypted');
    expect(existsSync(keysTo)).toBe(false);
    // The buyer's, who had not opened it yet: the shop would not read what they paid there since.
    const { held, ...restored } = await restoreBackup(target, passphrase);
    expect(restored).toMatchObject({ faults: [], addresses: buyers });
    expect(held).toMatchObject({
      offSale: { count: 1 },
      payouts: [{ state: 'approved', amount_micro: 25_500_000n }],
    });
    await expect(restoreBackup(target, passphrase)).rejects.toThrow(/is not empty.*remove the file of keys/);
    const keys = Object.fromEntries(
      readFileSync(keysTo, 'utf8')
        .trim()
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
    await withShop(configOf(databaseUrl, keys), 'test', async (ctx) => {
      const texts = await openItems(ctx, [{ firstId: 0n, endId: 1_000_000n }]);
      expect(texts.map(({ text }) => text)).toEqual(['canary----secret']);
      // What was sold since the backup is free again, so nothing sells before somebody has looked.
      const onSale = async () =>
        (await ctx.db.selectFrom('goods').select('on_sale').execute()).map((row) => row.on_sale);
      expect(await onSale()).toEqual([false]);
      expect(await verifyAuditChain(ctx.db)).toMatchObject({ brokenAt: null });
    });
  },
);

test.skipIf(!isOnPostgres || !hasTools)(
  'a changed dump and an existing key file stop a restore before it begins',
  async () => {
    const { config, folder } = await createFilledShop();
    const place = join(folder, 'tuesday');
    await takeBackup(config, place, passphrase);
    const databaseUrl = await openDatabase(false);
    const keysTo = join(folder, 'mine.env');
    writeFileSync(keysTo, 'mine');
    await expect(restoreBackup({ folder: place, databaseUrl, keysTo }, passphrase)).rejects.toThrow(
      'already exists',
    );
    expect(readFileSync(keysTo, 'utf8')).toBe('mine');
    writeFileSync(join(place, 'database.dump'), 'x', { flag: 'a' });
    const elsewhere = { folder: place, databaseUrl, keysTo: join(folder, 'other.env') };
    await expect(restoreBackup(elsewhere, passphrase)).rejects.toThrow('SHA-256');
    await expect(restoreBackup({ ...elsewhere, folder }, passphrase)).rejects.toThrow(
      'not a complete backup',
    );

    // With a matching checksum, pg_restore rejects it; the keys file must not prevent the next attempt.
    writeFileSync(join(place, 'database.dump'), 'no dump');
    const manifest = await readManifest(place);
    const sha256 = await hashFile(join(place, 'database.dump'));
    writeFileSync(
      join(place, 'manifest.json'),
      JSON.stringify({ ...manifest, dump: { ...manifest.dump, sha256 } }),
    );
    await expect(restoreBackup(elsewhere, passphrase)).rejects.toThrow('pg_restore failed');
    expect(existsSync(elsewhere.keysTo)).toBe(false);
  },
);

test.skipIf(!isOnPostgres || !hasTools)('what was changed in the books of a backup is told', async () => {
  const { config, folder } = await createFilledShop();
  await withShop(config, 'test', async ({ db }) => {
    await sql`alter table audit_entries disable trigger user`.execute(db);
    await sql`update audit_entries set subject = 'mail:other' where id = (select max(id) from audit_entries)`.execute(
      db,
    );
  });
  const place = join(folder, 'wednesday');
  await takeBackup(config, place, passphrase);
  const databaseUrl = await openDatabase(false);
  const { faults } = await restoreBackup(
    { folder: place, databaseUrl, keysTo: join(folder, 'k.env') },
    passphrase,
  );
  expect(faults.join()).toContain('the audit log is broken');
});

test('a restore ends with what to check, and with how products go on sale again', () => {
  const lines: unknown[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(line) > 0);
  const payout = { id: 12n, state: 'approved', amount_micro: 25_500_000n, network: 'POLYGON' } as const;
  printHeld({
    offSale: { count: 3, auditId: 77n },
    payouts: [{ ...payout, address: `0x${'22'.repeat(20)}` }],
  });
  vi.restoreAllMocks();
  const told = lines.join('');
  expect(told).toContain('Products taken off sale: 3');
  expect(told).toMatch(/12 {2}approved {2}25\.5 USDT {2}POLYGON {2}0x2222/);
  expect(told).toContain('Audit log, entry 77');
});

const script = join(import.meta.dirname, '../../../../../deploy/compose/backup.sh');

/** The settings of the containers' script; `dump` stands in for pg_dump. */
function prepareScript(folder: string, settings: NodeJS.Dict<string>, dump?: string) {
  const [bin, backups] = [join(folder, 'bin'), join(folder, 'backups')];
  for (const path of [bin, backups]) mkdirSync(path, { recursive: true });
  const program = join(import.meta.dirname, '../../../bin/portside.js');
  const write = (name: string, text: string): void =>
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  write('portside', `exec '${process.execPath}' '${program}' "$@"`);
  if (dump === undefined) rmSync(join(bin, 'pg_dump'), { force: true });
  else write('pg_dump', `while [ $# -gt 0 ]; do [ "$1" = --file ] && file=$2; shift; done\n${dump}`);
  writeFileSync(join(folder, 'passphrase'), passphrase);
  const env = {
    ...settings,
    PATH: `${bin}:${process.env['PATH']}`,
    BACKUPS: backups,
    PASSPHRASE_FILE: join(folder, 'passphrase'),
  };
  return { backups, env };
}

test.skipIf(!isOnPostgres || !hasTools)(
  'the containers back up at once where there is no backup, and again on request',
  { timeout: 600_000 },
  async () => {
    const { config, folder, settings } = await createFilledShop();
    const { backups, env } = prepareScript(folder, settings);
    const made = () => globSync('*/manifest.json', { cwd: backups }).length;

    const keeper = spawn('bash', [script], { env, stdio: 'ignore' });
    await expect.poll(made).toBe(1);
    await expect.poll(() => readdirSync(backups).some((name) => name.endsWith('.partial'))).toBe(false);
    keeper.kill('SIGTERM');
    expect(await once(keeper, 'exit')).toEqual([0, null]);
    // Another one of the same second would have the same name.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect(spawnSync('bash', [script, 'once'], { env }).status).toBe(0);
    expect(made()).toBe(2);
    await withShop(config, 'test', async ({ db }) => {
      expect(await readNewestBackup(db)).toMatchObject({ place: expect.stringContaining(backups) });
    });
  },
);

test.skipIf(!isOnPostgres || !hasTools)(
  'a backup that fails or is stopped leaves nothing, and what older ones left is swept',
  { timeout: 600_000 },
  async () => {
    const { folder, settings } = await createFilledShop();
    const full = 'head -c 1000000 /dev/zero > "$file"; echo "No space left on device" >&2; exit 1';
    const { backups, env } = prepareScript(folder, settings, full);
    const good = join(backups, '2026-01-02T031700Z');
    mkdirSync(good);
    writeFileSync(join(good, 'manifest.json'), '{}');
    for (const name of ['2026-01-03T031700Z.partial', 'mine.partial']) mkdirSync(join(backups, name));
    const kept = ['2026-01-02T031700Z', 'mine.partial'];

    const failed = spawnSync('bash', [script, 'once'], { env });
    expect(failed.status).toBe(1);
    expect(String(failed.stderr)).toContain('No space left on device');
    expect(readdirSync(backups).toSorted()).toEqual(kept);

    // Its own processes are left alone: only the script hears the signal, as in a container.
    rmSync(good, { recursive: true });
    prepareScript(folder, settings, 'echo begun > "$file"; exec sleep 300');
    const keeper = spawn('bash', [script], { env, stdio: 'ignore' });
    await expect.poll(() => globSync('*.partial/database.dump', { cwd: backups }).length).toBe(1);
    keeper.kill('SIGTERM');
    expect(await once(keeper, 'exit')).toEqual([0, null]);
    expect(readdirSync(backups)).toEqual(['mine.partial']);

    // Killed, it can leave something; the next one, of any time, takes it away.
    const killed = spawn('bash', [script], { env, stdio: 'ignore', detached: true });
    await expect.poll(() => globSync('*.partial/database.dump', { cwd: backups }).length).toBe(1);
    process.kill(-killed.pid!, 'SIGKILL');
    await once(killed, 'exit');
    prepareScript(folder, settings);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect(spawnSync('bash', [script, 'once'], { env }).status).toBe(0);
    expect(readdirSync(backups).filter((name) => name.endsWith('.partial'))).toEqual(['mine.partial']);
    expect(globSync('*/manifest.json', { cwd: backups })).toHaveLength(1);
  },
);

/** Arguments of a program are visible to every user of the machine. */

test.each([
  ['postgresql://shop@localhost/shop', null, 'postgresql://shop@localhost/shop'],
  ['postgresql://shop:a%40b@localhost/shop', 'a@b', 'postgresql://shop@localhost/shop'],
  ['postgresql://shop:a@b@one,two:5433/shop?x=1', 'a@b', 'postgresql://shop@one,two:5433/shop?x=1'],
  ['postgresql://shop@localhost/shop?password=secret', 'secret', 'postgresql://shop@localhost/shop'],
  [
    'postgresql://shop:first@one,two/shop?sslmode=verify-full&p%61ssword=s%26t&target_session_attrs=read-write',
    's&t',
    'postgresql://shop@one,two/shop?sslmode=verify-full&target_session_attrs=read-write',
  ],
  ['postgresql:///shop?host=/run/postgresql&password=a=b', 'a=b', 'postgresql:///shop?host=/run/postgresql'],
])('of %s the password is taken out', (databaseUrl, password, url) => {
  expect(splitPassword(databaseUrl)).toEqual({ url, password });
});

test('pg_dump trusts whom the shop trusts: public certificates where the URL names no other', () => {
  const file = import.meta.filename;
  const remote = 'postgresql://shop@db.example/shop';
  const found = (query: string, files = [file]) =>
    publicRoots(`${remote}${query}`, { files: ['/nowhere/roots.pem', ...files], ownRoots: '/nowhere' });
  expect(found('?sslmode=verify-full')).toEqual({ PGSSLROOTCERT: file });
  expect(found('?target_session_attrs=any&sslmode=verify-ca')).toEqual({ PGSSLROOTCERT: file });
  for (const query of ['', '?sslmode=require', '?sslmode=verify-full&sslrootcert=/etc/ca.pem'])
    expect(found(query)).toEqual({});
  expect(found('?sslmode=verify-full', [])).toEqual({});
  expect(publicRoots(`${remote}?sslmode=verify-full`, { files: [file], ownRoots: file })).toEqual({});
});

test('its environment has them', async () => {
  const bin = mkdtempSync(join(tmpdir(), 'portside-roots-'));
  atEndOfFile(async () => rmSync(bin, { recursive: true }));
  writeFileSync(join(bin, 'pg_dump'), '#!/bin/sh\necho "roots: $PGSSLROOTCERT" >&2; exit 1\n', {
    mode: 0o755,
  });
  const url = 'postgresql://shop@db.example/shop?sslmode=verify-full';
  const { PGSSLROOTCERT: roots = '' } = publicRoots(url);
  vi.stubEnv('PATH', `${bin}:${process.env['PATH']}`);
  await expect(runPostgresTool('pg_dump', url, [])).rejects.toThrow(`roots: ${roots}`);
  vi.stubEnv('PGSSLROOTCERT', '/own/roots.pem');
  await expect(runPostgresTool('pg_dump', url, [])).rejects.toThrow('roots: /own/roots.pem');
  vi.unstubAllEnvs();
});

test('the password of a certificate is refused, because it could only go by an argument', () => {
  expect(() => splitPassword('postgresql://shop@db/shop?sslpassword=secret')).toThrow('sslpassword');
});
