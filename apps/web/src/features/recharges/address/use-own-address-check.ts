import type { DepositAddress } from '@portside/contract';
import { useEffect, useState } from 'react';

type Finding = 'right' | 'wrong' | 'unchecked';

/** Before the code is asked for again. */
const PAUSES_MS = [2_000, 4_000];
const LATE_MS = 10_000;

/**
 * Whether the address is the one that the published code makes, computed in the browser: null for a moment, and
 * `unchecked` where the code for it takes long or does not load. That code is asked for once the address is painted. Not
 * as a query, because what the rest of the page can wait for begins after those.
 */
export function useOwnAddressCheck(own: DepositAddress): Finding | null {
  const [finding, setFinding] = useState<Finding | null>(null);
  useEffect(() => {
    const end = new AbortController();
    const tell = (found: Finding) => void (end.signal.aborted || setFinding(found));
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => void check(own, tell, end.signal));
    });
    return () => {
      end.abort();
      cancelAnimationFrame(frame);
    };
  }, [own]);
  return finding;
}

async function check(own: DepositAddress, tell: (found: Finding) => void, end: AbortSignal): Promise<void> {
  const timer = setTimeout(() => tell('unchecked'), LATE_MS);
  const found = await find(own, end);
  clearTimeout(timer);
  tell(found);
}

/** Some browsers never ask again for code that failed; renew-page.ts may load the page again after each failure. */
async function find(own: DepositAddress, end: AbortSignal): Promise<Finding> {
  for (const pauseMs of [...PAUSES_MS, null])
    try {
      const { checkAddress } = await import('../../../lib/wallet/check-address.ts');
      return checkAddress(own).factory ? 'right' : 'wrong';
    } catch {
      if (pauseMs === null || end.aborted) break;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  return 'unchecked';
}
