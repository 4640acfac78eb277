import { DAY_MS } from '../clock.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { createHash } from 'node:crypto';
import { recordAudit } from '../audit/record-audit.ts';
import { inTransaction, type Ctx } from '../context.ts';
import { isMacRight, macOf, type MacFacts } from '../keys/row-macs.ts';
import { sql, type Generated } from 'kysely';
import { textArray } from '../db/arrays.ts';
import type { Db } from '../db/db.ts';

/** How long the files of a replaced build stay: pages stay open for days. */
const STORED_MS = 7 * DAY_MS;
/** Other processes may have started meanwhile. Unknown names cost no more than one query in this time. */
const NAMES_READ_EVERY_MS = 1_000;
const FILES_AT_ONCE = 20;
const TABLE = 'web_assets';
/** The back office's files are in a folder of their own. */
const ASSET = /^\/assets\/((?:admin\/)?[\w.-]{1,200})$/;
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

/**
 * The built files of other builds. Every process stores those of its own build when it starts, and asks the database for
 * a name that its folder does not have. What it finds there runs in the shop's pages, so each file has a MAC: one that
 * somebody without the keys has written is deleted, with an alarm, and never sent. Its type follows from its name.
 */
export class AssetStore {
  readonly #ctx: Ctx;
  /** Bounded by the table; while processes are replaced, all visitors ask for the same files. */
  readonly #cache = new Map<string, Promise<WebAsset | undefined>>();
  #names: Promise<ReadonlySet<string>> | null = null;
  #namesReadAt = -Infinity;

  /** `ctx` is the system's. */
  constructor(ctx: Ctx) {
    this.#ctx = ctx;
  }

  /** Stores the files of the folder's build, each once, and deletes those that were replaced long ago. */
  async store(folder: string): Promise<void> {
    const own = globSync('assets/{*,admin/*}', { cwd: folder })
      .map((path) => path.slice('assets/'.length).replaceAll('\\', '/'))
      .filter((name) => TYPES[extname(name)] !== undefined)
      .toSorted();
    const { db: pool, clock, keyring } = this.#ctx;
    const now = clock.now();
    await pool.transaction().execute(async (db) => {
      await lockWebAssets(db);
      const known = await listAssetNames(db);
      const missing = own.filter((name) => !known.has(name));
      for (let start = 0; start < missing.length; start += FILES_AT_ONCE)
        await insertAssets(
          db,
          missing.slice(start, start + FILES_AT_ONCE).map((name) => {
            const asset = readAsset(join(folder, 'assets'), name);
            return { ...asset, type: TYPES[extname(name)]!, mac: macOf(keyring, TABLE, factsOf(asset)) };
          }),
        );
      await markAssets(db, own, { now, deletedBefore: new Date(now.getTime() - STORED_MS) });
    });
  }

  /** Answers with a file of another build; null for a path that is none. */
  async send(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply | null> {
    const name = ASSET.exec(path)?.[1];
    if (name === undefined || !(await this.#listNames()).has(name)) return null;
    const asset = await this.#find(name);
    if (!asset) return null;
    reply.type(TYPES[extname(name)]!).headers({
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    });
    if (!asset.is_packed) return reply.send(asset.bytes);
    const takesPacked = /\bbr\b/.test(request.headers['accept-encoding'] ?? '');
    if (!takesPacked) return reply.send(brotliDecompressSync(asset.bytes));
    return reply.header('content-encoding', 'br').send(asset.bytes);
  }

  #listNames(): Promise<ReadonlySet<string>> {
    const now = performance.now();
    if (this.#names === null || now - this.#namesReadAt > NAMES_READ_EVERY_MS) {
      this.#namesReadAt = now;
      this.#names = listAssetNames(this.#ctx.db);
    }
    return this.#names;
  }

  #find(name: string): Promise<WebAsset | undefined> {
    const known = this.#cache.get(name);
    if (known) return known;
    const found = this.#read(name);
    this.#cache.set(name, found);
    // A build that comes back brings its files again.
    const forget = (): boolean => this.#cache.delete(name);
    found.then((asset) => asset === undefined && forget(), forget);
    return found;
  }

  async #read(name: string): Promise<WebAsset | undefined> {
    const asset = await findAsset(this.#ctx.db, name);
    if (!asset) return undefined;
    const isOurs = isMacRight(this.#ctx.keyring, TABLE, factsOf(asset), asset.mac);
    if (isOurs && TYPES[extname(name)] !== undefined) return asset;
    await this.#drop(name);
    return undefined;
  }

  async #drop(name: string): Promise<void> {
    await inTransaction(this.#ctx, async (step) => {
      if (!(await deleteAsset(step.db, name))) return;
      await recordAudit(step, { action: 'records.drop', subject: `asset:${name}` });
    });
  }
}

const factsOf = ({ name, bytes, is_packed }: WebAsset): MacFacts => ({
  name,
  is_packed,
  bytes: createHash('sha256').update(bytes).digest('hex'),
});

/** Compressed where the build has compressed it. */
function readAsset(folder: string, name: string): WebAsset {
  const packed = join(folder, `${name}.br`);
  const is_packed = existsSync(packed);
  const bytes = readFileSync(is_packed ? packed : join(folder, name));
  return { name, bytes, is_packed };
}

type WebAsset = Pick<WebAssetsTable, 'name' | 'bytes' | 'is_packed'>;

type StoredAsset = WebAsset & { readonly mac: Buffer | null };

type NewAsset = WebAsset & { readonly type: string; readonly mac: Buffer };

const ASSETS_LOCK = 7_009;

/** Makes processes that start at the same time wait for each other. Held to the end of the transaction. */
async function lockWebAssets(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ASSETS_LOCK})`.execute(db);
}

async function listAssetNames(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('web_assets').select('name').execute();
  return new Set(rows.map(({ name }) => name));
}

async function insertAssets(db: Db, assets: readonly NewAsset[]): Promise<void> {
  await db.insertInto('web_assets').values(assets).execute();
}

/** Marks the files of the newest build, and since when the others are replaced; deletes those replaced before then. */
async function markAssets(
  db: Db,
  own: readonly string[],
  { now, deletedBefore }: { readonly now: Date; readonly deletedBefore: Date },
): Promise<void> {
  await sql`
    update web_assets
    set replaced_at = case when name = any(${textArray(own)}::text[]) then null else ${now}::timestamptz end
    where (replaced_at is null) <> (name = any(${textArray(own)}::text[]))`.execute(db);
  await db.deleteFrom('web_assets').where('replaced_at', '<', deletedBefore).execute();
}

const findAsset = (db: Db, name: string): Promise<StoredAsset | undefined> =>
  db
    .selectFrom('web_assets')
    .select(['name', 'bytes', 'is_packed', 'mac'])
    .where('name', '=', name)
    .executeTakeFirst();

/** Answers whether it was there. */
async function deleteAsset(db: Db, name: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('web_assets')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

type WebAssetsTable = {
  name: string;
  /** Unused: the type follows from the name. */
  type: string;
  bytes: Buffer;
  is_packed: boolean;
  replaced_at: Date | null;
  /** Null only in a row that the shop has not written. */
  mac: Generated<Buffer | null>;
};

declare module '../db/db.ts' {
  interface Database {
    web_assets: WebAssetsTable;
  }
}
