import type { TokenState } from '@portside/chain';
import type { Finding } from '@portside/contract';

/**
 * Why coins sent to our wallet would be unusable or would arrive changed; null where the token works. `decimals` are
 * those of the network's record.
 */
export function checkToken(state: TokenState, decimals: number): Finding | null {
  if (state.decimals !== decimals)
    return { code: 'tokenDecimals', facts: { found: state.decimals, expected: decimals } };
  if (state.isWalletBlocked) return { code: 'walletBlocked', facts: {} };
  if (state.isDeprecated) return { code: 'tokenReplaced', facts: {} };
  if (state.isPaused) return { code: 'tokenPaused', facts: {} };
  return state.takesFee ? { code: 'tokenTakesFee', facts: {} } : null;
}
