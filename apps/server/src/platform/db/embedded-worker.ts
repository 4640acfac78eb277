/**
 * The thread of the embedded database. It speaks PostgreSQL's wire protocol over messages, so that the rest of the
 * server uses the same driver for both databases.
 */
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** `connection` identifies a driver connection: a late answer must not reach its successor. */
export type WorkerRequest =
  | { kind: 'open' }
  | { kind: 'data'; connection: number; bytes: Uint8Array }
  | { kind: 'save'; file: string }
  | { kind: 'stop' };
export type WorkerInput = {
  /** Null keeps everything in memory; there `copyOf` may name a file that `save` has written, its first content. */
  readonly folder: string | null;
  /** Whether a commit is on the disk when it is answered. */
  readonly isSynced: boolean;
  readonly copyOf: string | null;
  /** The database itself. */
  readonly code: CompiledCode;
};
export type CompiledCode = NonNullable<PGliteOptions['pgliteWasmModule']>;
export type WorkerAnswer = { connection: number; bytes: Uint8Array };

type Stream = { nfd?: number; node: object };
type EmscriptenModule = {
  NODEFS: { realPath(node: object): string; stream_ops: { fsync?: (stream: Stream) => number } };
};

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
const IN_FOLDER = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  // Its memory is this process's, and what it holds is in the system's own cache of files already: 128 MB otherwise.
  '-c',
  'shared_buffers=16MB',
];

const { folder, isSynced, copyOf, code: pgliteWasmModule } = workerData as WorkerInput;
const port = parentPort!;
const database = await PGlite.create({
  pgliteWasmModule,
  ...(folder !== null && {
    fs: new SyncedNodeFS(folder),
    startParams: [...IN_FOLDER, ...(isSynced ? SYNCED : ['-F'])],
  }),
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
    const bytes = await database.execProtocolRaw(request.bytes);
    port.postMessage({ connection: request.connection, bytes } satisfies WorkerAnswer);
  } else if (request.kind === 'open') {
    // One backend serves all connections in turn: a new connection must start as clean as on a real server.
    await database.exec('ROLLBACK');
    await database.exec('DISCARD ALL');
  } else if (request.kind === 'save') {
    // A copy needs no recovery when it is opened.
    await database.exec('CHECKPOINT');
    const saved = await database.dumpDataDir('none');
    await writeFile(request.file, Buffer.from(await saved.arrayBuffer()));
    port.postMessage('saved');
  } else {
    await database.close();
    port.postMessage('closed');
    port.close();
  }
}
