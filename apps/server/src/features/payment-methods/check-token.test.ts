import type { TokenState } from '@portside/chain';
import { expect, test } from 'vitest';
import { checkToken } from './prove-contracts.ts';

const sound: TokenState = {
  balanceMicro: 1n,
  isWalletBlocked: false,
  isPaused: false,
  isDeprecated: false,
  takesFee: false,
  decimals: 6,
};

test('a token as it should be is no problem', () => {
  expect(checkToken(sound, 6)).toBeNull();
});

test.each<[Partial<TokenState>, string]>([
  [{ isWalletBlocked: true }, 'walletBlocked'],
  [{ isPaused: true }, 'tokenPaused'],
  [{ isDeprecated: true }, 'tokenReplaced'],
  [{ takesFee: true }, 'tokenTakesFee'],
  [{ decimals: 18 }, 'tokenDecimals'],
])('%j is told', (part, code) => {
  expect(checkToken({ ...sound, ...part }, 6)).toMatchObject({ code });
});
