import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { GuardedClient } from './guarded-client.ts';

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
