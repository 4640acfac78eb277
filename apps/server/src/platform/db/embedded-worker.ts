/**
 * The thread of the embedded database. It speaks PostgreSQL's wire protocol over messages, so that the rest of the
 * server uses the same driver for both databases.
 */
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { closeSync, fsyncSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';

/** `connection` identifies a driver connection: a late answer must not reach its successor. */
export type WorkerRequest =
  | { kind: 'open' }
  | { kind: 'data'; connection: number; bytes: Uint8Array }
  | { kind: 'save'; file: string }
  | { kind: 'stop' };
export type WorkerInput = {
  /** Null keeps everything in memory, starting from `copyOf`, a file that `save` wrote, if it is given. */
  readonly folder: string | null;
  /** Whether a commit is on the disk when it is answered. */
  readonly isSynced: boolean;
  readonly copyOf: string | null;
  /** The database itself. */
  readonly code: CompiledCode;
};
export type CompiledCode = NonNullable<PGliteOptions['pgliteWasmModule']>;
export type WorkerAnswer = { connection: number; bytes: Uint8Array<ArrayBuffer> };

type Stream = { nfd?: number; node: object };
type EmscriptenModule = {
  NODEFS: { realPath(node: object): string; stream_ops: { fsync?: (stream: Stream) => number } };
};

/** Size of a page of the database's log, in bytes. */
const PAGE = 8_192;

/** PGlite itself never syncs to disk; this gives its file system a real fsync, for files and folders. */
class SyncedNodeFS extends NodeFS {
  override async init(pg: PGlite, options: Parameters<NodeFS['init']>[1]) {
    const { emscriptenOpts } = await super.init(pg, options);
    emscriptenOpts.preRun = [emscriptenOpts.preRun ?? []].flat();
    emscriptenOpts.preRun.push((module: unknown) => {
      const { NODEFS } = module as EmscriptenModule;
      NODEFS.stream_ops.fsync = (stream) => {
        if (stream.nfd !== undefined) return (fsyncSync(stream.nfd), 0);
        const descriptor = openSync(NODEFS.realPath(stream.node), 'r');
        try {
          fsyncSync(descriptor);
        } finally {
          closeSync(descriptor);
        }
        return 0;
      };
    });
    return { emscriptenOpts };
  }
}

const SYNCED = ['-c', 'fsync=on', '-c', 'wal_sync_method=fsync'];
// The default of 128 MB would be zeroed at every start, and only duplicate what is in memory already.
const LITTLE_MEMORY = ['-c', 'shared_buffers=16MB'];
const IN_FOLDER = PGlite.defaultStartParams.filter((parameter) => parameter !== '-F');

const { folder, isSynced, copyOf, code: pgliteWasmModule } = workerData as WorkerInput;
/** A new folder is written when the database is closed: in memory it is filled in three quarters of the time. */
const isWrittenAtEnd = folder !== null && !isSynced;
const port = parentPort!;
const database = await PGlite.create({
  pgliteWasmModule,
  ...(folder === null || isWrittenAtEnd
    ? { startParams: [...PGlite.defaultStartParams, ...LITTLE_MEMORY] }
    : { fs: new SyncedNodeFS(folder), startParams: [...IN_FOLDER, ...LITTLE_MEMORY, ...SYNCED] }),
  ...(copyOf !== null && { loadDataDir: new Blob([await readFile(copyOf)]) }),
});

let turn = Promise.resolve();
port.on('message', (request: WorkerRequest) => {
  turn = turn
    .then(() => answer(request))
    .catch(
      (error: unknown) =>
        void setImmediate(() => {
          throw error;
        }),
    );
});
port.postMessage('ready');

async function answer(request: WorkerRequest): Promise<void> {
  if (request.kind === 'data') {
    const bytes = await execute(request.bytes);
    // Moved, not copied: it is nobody else's.
    port.postMessage({ connection: request.connection, bytes } satisfies WorkerAnswer, [bytes.buffer]);
  } else if (request.kind === 'open') {
    // One backend serves all connections in turn: a new connection must start as clean as on a real server.
    await database.exec('ROLLBACK');
    await database.exec('DISCARD ALL');
  } else if (request.kind === 'save') {
    await leaveOutUnneeded();
    const saved = await database.dumpDataDir('none');
    await writeFile(request.file, Buffer.from(await saved.arrayBuffer()));
    port.postMessage('saved');
  } else {
    const { FS } = database.Module;
    await database.close();
    if (isWrittenAtEnd) writeFolder(FS, PGlite.paths.PGDATA, folder);
    port.postMessage('closed');
    port.close();
  }
}

/** As a stream: otherwise PGlite also parses every answer, and keeps all of them for ever. */
async function execute(request: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  // A piece is the database's own memory, which the next one overwrites.
  await database.execProtocolRawStream(request, { onRawData: (piece) => void pieces.push(piece.slice()) });
  const answer = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    answer.set(piece, at);
    at += piece.length;
  }
  return answer;
}

/** Copies a folder of the database's memory to the disk. */
function writeFolder(FS: PGlite['Module']['FS'], from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const name of (FS.readdir(from) as string[]).filter((one) => one !== '.' && one !== '..')) {
    const [source, target] = [`${from}/${name}`, join(to, name)];
    if (FS.isDir(FS.stat(source).mode)) writeFolder(FS, source, target);
    else writeFileSync(target, FS.readFile(source), { mode: 0o600 });
  }
}

/**
 * Leaves out of a database in memory what no copy of it needs: the templates of new databases, and the log up to the
 * last checkpoint, with the empty rest of its file. Together three quarters of all.
 */
async function leaveOutUnneeded(): Promise<void> {
  await database.exec('select pg_switch_wal()');
  // A copy needs no recovery when it is opened.
  await database.exec('checkpoint');
  const { FS } = database.Module;
  const { PGDATA } = PGlite.paths;
  const templates = await database.query<{ oid: number }>('select oid from pg_database where datistemplate');
  for (const { oid } of templates.rows) removeFiles(`${PGDATA}/base/${oid}`);
  const { rows } = await database.query<{ name: string; used: number }>(
    `select file_name as name, file_offset as used from pg_walfile_name_offset(pg_current_wal_insert_lsn())`,
  );
  const { name, used } = rows[0]!;
  removeFiles(`${PGDATA}/pg_wal`, name);
  FS.truncate(`${PGDATA}/pg_wal/${name}`, (Math.ceil(used / PAGE) + 1) * PAGE);
}

function removeFiles(folder: string, kept?: string): void {
  const { FS } = database.Module;
  for (const name of FS.readdir(folder) as string[]) {
    const path = `${folder}/${name}`;
    if (name !== kept && FS.isFile(FS.stat(path).mode)) FS.unlink(path);
  }
}
