import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../random.ts';

/** One buyer of the load, with an own IP address as behind a proxy. */
export type Buyer = {
  readonly userId: string;
  readonly token: string;
  readonly address: string;
  readonly random: Random;
};

type Answer<T> = { readonly code: number; readonly data: T };

type Request = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  readonly key?: string;
  /** Called when the answer says "try again". */
  readonly onBusy?: () => void;
};

const PATIENCE_MS = 15_000;
/** Before the next attempt after no answer. */
const PAUSE_MS = 50;

/** Null without an answer or if it says "try again": the outcome is unknown. */
export async function call<T>(
  url: string,
  caller: Pick<Buyer, 'token' | 'address'>,
  request: Request,
): Promise<Answer<T> | null> {
  const answer = await tryOnce<T>(url, caller, request);
  if (answer === null) await sleep(PAUSE_MS);
  return answer;
}

async function tryOnce<T>(
  url: string,
  caller: Pick<Buyer, 'token' | 'address'>,
  { method, path, body, key, onBusy }: Request,
): Promise<Answer<T> | null> {
  try {
    const answer = await fetch(`${url}${path}`, {
      method,
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: {
        'x-forwarded-for': caller.address,
        ...(caller.token && { authorization: `Bearer ${caller.token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const envelope = (await answer.json()) as Answer<T>;
    if (answer.status < 500 && answer.status !== 429) return envelope;
    onBusy?.();
    return null;
  } catch {
    return null;
  }
}
