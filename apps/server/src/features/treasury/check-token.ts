import type { TokenState } from '@portside/chain';

/**
 * Why coins sent to our wallet would be unusable or would arrive changed, as an English sentence; null where the
 * token works. `decimals` are those of the network's record.
 */
export function checkToken(state: TokenState, decimals: number): string | null {
  if (state.decimals !== decimals) return `The token has ${state.decimals} decimals, not ${decimals}`;
  if (state.isWalletBlocked) return 'USDT has blocked our wallet';
  if (state.isDeprecated) return 'USDT was replaced by another contract';
  if (state.isPaused) return 'USDT is paused';
  return state.takesFee ? 'USDT now charges a fee on transfers' : null;
}
