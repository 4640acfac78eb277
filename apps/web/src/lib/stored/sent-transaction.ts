import { useState } from 'react';
import { createSafeStorage } from './safe-storage.ts';

/** A transaction that the buyer says they have sent to their own address. */
export type SentTransaction = { readonly address: string; readonly hash: string; readonly at: string };

const storage = createSafeStorage(() => sessionStorage);
const NAME = 'portside-sent-transaction';

/** The last one to this address, kept in this tab, so that a reload goes on looking for it; and how to keep another. */
export function useSentTransaction(
  address: string,
): [sent: SentTransaction | null, keep: (hash: string) => void] {
  const [sent, setSent] = useState(find);
  const keep = (hash: string) => {
    const next = { address, hash, at: new Date().toISOString() };
    storage.setItem(NAME, JSON.stringify(next));
    setSent(next);
  };
  return [sent?.address === address ? sent : null, keep];
}

function find(): SentTransaction | null {
  const text = storage.getItem(NAME);
  if (typeof text !== 'string') return null;
  try {
    const kept = JSON.parse(text) as Partial<SentTransaction> | null;
    return typeof kept?.hash === 'string' && typeof kept.at === 'string' ? (kept as SentTransaction) : null;
  } catch {
    return null;
  }
}
