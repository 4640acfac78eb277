import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { Client } from 'pg';

/** Every transaction's default; naming it in BEGIN means that nobody waits for the answer. */
export const UNAWAITED_ACCESS_MODE = 'read write';

const UNAWAITED_BEGIN = `start transaction ${UNAWAITED_ACCESS_MODE}`;

const BEGUN = { command: 'START TRANSACTION', rowCount: null, rows: [] };

const BEGIN = /^(begin|start transaction)\b/i;

const BACK_TO = /^rollback to\b/i;

const END = /^(commit|rollback)\b/i;

/**
 * No statement of a transaction is executed after its end. Statements of one transaction may be queued together: when
 * one of them fails, or the code between them does, the others still arrive, and after the ROLLBACK each would be
 * committed by itself. So from the failure to the end of the rollback this connection rejects everything else.
 */
class GuardedClient extends Client {
  #transaction: 'none' | 'open' | 'over' = 'none';

  override query(...args: unknown[]): never {
    const [config] = args;
    const text = typeof config === 'string' ? config : ((config as { text?: string } | null)?.text ?? '');
    const isEnd = END.test(text);
    if (this.#transaction === 'over' && !isEnd) {
      return Promise.reject(new Error('this statement came after the end of its transaction')) as never;
    }
    const isBegin = BEGIN.test(text);
    if (isBegin) this.#transaction = 'open';
    if (isEnd && this.#transaction === 'open') this.#transaction = 'over';
    const result = super.query(...(args as [never])) as unknown;
    if (text === UNAWAITED_BEGIN) return this.#assumeBegun(result as Promise<unknown>) as never;
    if (this.#transaction !== 'none' && result instanceof Promise) this.#follow(result, text);
    return result as never;
  }

  /** What was sent right after it may be executed outside a transaction; from its failure on, nothing more is. */
  async #assumeBegun(begin: Promise<unknown>): Promise<unknown> {
    begin.catch(() => void (this.#transaction = 'over'));
    return BEGUN;
  }

  /** Attached first, so that the state changes before any other handler of the result runs. */
  #follow(result: Promise<unknown>, text: string): void {
    const change = (to: 'none' | 'open' | 'over' | null): void =>
      void (this.#transaction = to ?? this.#transaction);
    result.then(
      () => change(BACK_TO.test(text) ? 'open' : END.test(text) ? 'none' : null),
      // A transaction that failed to begin needs no rollback.
      () => change(BEGIN.test(text) ? 'none' : 'over'),
    );
  }
}

/** More statements than the server has; one with an ever-changing text must not fill the database's memory. */
const MAX_STATEMENTS = 1_000;

const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MAX_STATEMENTS) return known;
  const name = createHash('sha1').update(text).digest('base64url');
  names.set(text, name);
  return name;
}

/**
 * Names every statement with values by its text, so that each connection parses and plans it once. Statements queued
 * within one turn of the event loop are sent in one write: a write costs more than a small statement.
 */
export class PreparingClient extends GuardedClient {
  #isHolding = false;

  override query(...args: unknown[]): never {
    this.#holdWrites();
    const [text, values, ...rest] = args;
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) {
      return super.query(...(args as [never]));
    }
    const name = nameOf(text);
    return super.query({ text, values, ...(name !== undefined && { name }) }, ...(rest as [never]));
  }

  #holdWrites(): void {
    if (this.#isHolding) return;
    this.#isHolding = true;
    const { stream } = (this as unknown as { connection: { stream: Socket } }).connection;
    stream.cork();
    process.nextTick(() => {
      this.#isHolding = false;
      stream.uncork();
    });
  }
}
