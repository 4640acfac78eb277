import type { StateStorage } from 'zustand/middleware';
import { now } from '../clock.ts';
import { randomKey } from '../random-key.ts';
import { useState } from 'react';

/** Local storage, or memory for the page's lifetime where the browser refuses to store. */
export function createSafeStorage(find: () => StateStorage = () => localStorage): StateStorage {
  const memory = new Map<string, string>();
  const attempt = <T>(act: (storage: StateStorage) => T): T | undefined => {
    try {
      return act(find());
    } catch {
      return undefined;
    }
  };
  return {
    getItem: (name) =>
      memory.get(name) ?? (attempt((s) => s.getItem(name)) as string | null | undefined) ?? null,
    setItem: (name, value) => {
      const isStored = attempt((s) => (s.setItem(name, value), true));
      if (isStored) memory.delete(name);
      else memory.set(name, value);
    },
    removeItem: (name) => {
      memory.delete(name);
      attempt((s) => s.removeItem(name));
    },
  };
}

const NAME = 'portside-visitor';

const storage = createSafeStorage();

/** A random id by which this browser is counted once among online visitors. It identifies no person. */
export function visitorId(): string {
  const known = storage.getItem(NAME);
  if (typeof known === 'string') return known;
  const made = randomKey();
  storage.setItem(NAME, made);
  return made;
}

/** A transaction that the buyer says they have sent to their own address. */
export type SentTransaction = { readonly address: string; readonly hash: string; readonly at: string };

const storageOfSentTransaction = createSafeStorage(() => sessionStorage);

const SENT_TRANSACTION_NAME = 'portside-sent-transaction';

/** The last one to this address, stored in this tab so that a reload keeps looking for it, and its setter. */
export function useSentTransaction(
  address: string,
): [sent: SentTransaction | null, keep: (hash: string) => void] {
  const [sent, setSent] = useState(find);
  const keep = (hash: string) => {
    const next = { address, hash, at: now().toISOString() };
    storageOfSentTransaction.setItem(SENT_TRANSACTION_NAME, JSON.stringify(next));
    setSent(next);
  };
  return [sent?.address === address ? sent : null, keep];
}

function find(): SentTransaction | null {
  const text = storageOfSentTransaction.getItem(SENT_TRANSACTION_NAME);
  if (typeof text !== 'string') return null;
  try {
    const kept = JSON.parse(text) as Partial<SentTransaction> | null;
    return typeof kept?.hash === 'string' && typeof kept.at === 'string' ? (kept as SentTransaction) : null;
  } catch {
    return null;
  }
}
