import type { Pool } from 'pg';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Duplex } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { createPool } from './db.ts';
import type { CompiledCode, WorkerAnswer, WorkerInput, WorkerRequest } from './embedded-worker.ts';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../refusal.ts';

/** AuthenticationOk, then ReadyForQuery (idle): what the server answers a connection that needs no password. */
const WELCOME = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);
const TERMINATE = 0x58;

/** One driver connection to the embedded database's thread. */
class EmbeddedSocket extends Duplex {
  static #count = 0;
  readonly #connection = (EmbeddedSocket.#count += 1);
  readonly #worker: Worker;
  #isOpen = false;
  readonly #receive = ({ connection, bytes }: WorkerAnswer): void => {
    if (connection === this.#connection && bytes.length > 0) this.push(bytes);
  };

  constructor(worker: Worker) {
    super();
    this.#worker = worker;
  }

  connect(): this {
    this.#worker.on('message', this.#receive);
    queueMicrotask(() => this.emit('connect'));
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#send(chunk);
    done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk)));
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#worker.off('message', this.#receive);
    done(error);
  }

  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {}
  unref(): void {}

  #send(bytes: Buffer): void {
    if (!this.#isOpen) {
      this.#isOpen = true;
      this.#post({ kind: 'open' });
      this.push(WELCOME);
    } else if (bytes[0] === TERMINATE) {
      this.destroy();
    } else {
      // A copy of its own: the driver's buffers share their memory.
      const copy = new Uint8Array(bytes);
      this.#post({ kind: 'data', connection: this.#connection, bytes: copy }, [copy.buffer]);
    }
  }

  #post(request: WorkerRequest, moved: ArrayBuffer[] = []): void {
    this.#worker.postMessage(request, moved);
  }
}

export type Embedded = {
  readonly pool: Pool;
  /**
   * Writes a database in memory into a file that `openEmbeddedCopy` takes, without what no copy needs. Nobody may use it
   * meanwhile or afterwards: close it.
   */
  save(file: string): Promise<void>;
  close(): Promise<void>;
};

/**
 * PostgreSQL compiled to WebAssembly in a thread of its own, with real sync to disk. With `isSynced` false the folder has
 * to be a new one: it is written, unsynced, when the database is closed. Without a folder everything stays in memory. It
 * has one connection, so transactions run one after the other.
 */
export const openEmbedded = (folder: string | null, { isSynced = true } = {}): Promise<Embedded> =>
  open({ folder, isSynced, copyOf: null });

/** The same in memory, beginning with what `save` wrote into `file`: several times quicker than a new one. */
export const openEmbeddedCopy = (file: string): Promise<Embedded> =>
  open({ folder: null, isSynced: false, copyOf: file });

/** Node has it, its types do not. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<CompiledCode> };

/** Compiled once a process, for every database that it opens. */
let code: Promise<CompiledCode> | null = null;

async function compile(): Promise<CompiledCode> {
  const bytes = await readFile(new URL('./pglite.wasm', import.meta.resolve('@electric-sql/pglite')));
  return WebAssembly.compile(bytes);
}

async function open(input: Omit<WorkerInput, 'code'>): Promise<Embedded> {
  const workerData: WorkerInput = { ...input, code: await (code ??= compile()) };
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData });
  // Under `node --watch` a worker also reports what it imports.
  let message: unknown;
  do [message] = await once(worker, 'message');
  while (message !== 'ready');
  const pool = createPool({
    max: 1,
    idleTimeoutMillis: 0,
    // It does not know these settings.
    options: undefined,
    user: 'postgres',
    database: 'postgres',
    stream: () => new EmbeddedSocket(worker),
  });
  const ask = (request: WorkerRequest): void => worker.postMessage(request);
  const save = async (file: string): Promise<void> => {
    ask({ kind: 'save', file });
    let answer: unknown;
    do [answer] = await once(worker, 'message');
    while (answer !== 'saved');
  };
  const close = async (): Promise<void> => {
    await pool.end();
    ask({ kind: 'stop' });
    await once(worker, 'exit');
  };
  return { pool, save, close };
}

const SQLITE_BUSY = 5;

/**
 * An exclusive lock on the data folder, which the operating system releases when the process ends, however it ends. Node
 * has no file locks; a SQLite file in an exclusive transaction serves as one. Throws an error whose message is meant for
 * the operator.
 */
export function lockDataFolder(folder: string): { release(): void } {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = new DatabaseSync(join(folder, 'lock'), { timeout: 0 });
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) {
      throw new StartError(`DATA_DIR: the folder ${folder} cannot be locked`, error);
    }
    throw new StartError(
      `Another Portside is running on the data folder ${folder}. Stop it first, or set DATA_DIR to another folder.`,
    );
  }
  return { release: () => lock.close() };
}
