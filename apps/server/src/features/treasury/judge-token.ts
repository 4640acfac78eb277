import type { TokenState } from '@portside/chain';

const USDT_DECIMALS = 6;

/** Why coins sent to our wallet could not be used or would not be what was sent; null where all is well. */
export function judgeToken(state: TokenState): string | null {
  if (state.decimals !== USDT_DECIMALS)
    return `The token has ${state.decimals} decimals, not ${USDT_DECIMALS}`;
  if (state.isWalletBlocked) return 'USDT has blocked our wallet';
  if (state.isDeprecated) return 'USDT was replaced by another contract';
  if (state.isPaused) return 'USDT is paused';
  return state.takesFee ? 'USDT now charges a fee on transfers' : null;
}
