import type { TokenState } from '@portside/chain';

/** Why coins sent to our wallet could not be used or would not be what was sent; null where all is well. `decimals` are its network's. */
export function judgeToken(state: TokenState, decimals: number): string | null {
  if (state.decimals !== decimals) return `The token has ${state.decimals} decimals, not ${decimals}`;
  if (state.isWalletBlocked) return 'USDT has blocked our wallet';
  if (state.isDeprecated) return 'USDT was replaced by another contract';
  if (state.isPaused) return 'USDT is paused';
  return state.takesFee ? 'USDT now charges a fee on transfers' : null;
}
