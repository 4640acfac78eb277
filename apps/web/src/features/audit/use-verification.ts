import type { Data } from '@portside/contract';
import { useEffect, useState } from 'react';
import { call } from '../../lib/api/call.ts';

type Part = Data<'verifyAudit'>;
type Verification = {
  readonly part: Part | null;
  readonly hasEnded: boolean;
  readonly hasFailed: boolean;
};

const NOT_BEGUN: Verification = { part: null, hasEnded: false, hasFailed: false };

/**
 * Verifies the audit log part by part from the first render on, up to its end or the first entry whose hash is wrong.
 */
export function useVerification(): Verification {
  const [state, setState] = useState(NOT_BEGUN);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    async function verify() {
      let part: Part | null = null;
      do {
        const query: { after?: string; hash?: string } = part
          ? { after: String(part.verified), hash: part.head_hash }
          : {};
        part = await call('verifyAudit', { query }, { signal });
        setState({ part, hasEnded: isOver(part), hasFailed: false });
      } while (!isOver(part));
    }
    verify().catch(() => {
      if (!signal.aborted) setState((now) => ({ ...now, hasFailed: true }));
    });
    return () => leaving.abort();
  }, []);
  return state;
}

const isOver = ({ verified, entries, broken_at: broken }: Part): boolean =>
  broken !== null || verified >= entries;
