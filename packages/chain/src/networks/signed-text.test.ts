import { TronWeb } from 'tronweb';
import { generatePrivateKey, privateKeyToAccount, sign } from 'viem/accounts';
import { expect, test } from 'vitest';
import { hashTronText, recoverSigner } from './signed-text.ts';

const TEXT = 'Portside: I sent 0xab… and claim it as „Jörg“ 🌊';
const key = generatePrivateKey();
const { address, signMessage } = privateKeyToAccount(key);
const signer = address.toLowerCase();

test('a text signed on Ethereum names its wallet', async () => {
  const signature = await signMessage({ message: TEXT });
  expect(await recoverSigner('ETH', TEXT, signature)).toBe(signer);
  expect(await recoverSigner('ETH', `${TEXT} `, signature)).not.toBe(signer);
});

test('a text signed as TRON wallets sign it names the same key', async () => {
  const signature = await sign({ hash: hashTronText(TEXT), privateKey: key, to: 'hex' });
  expect(await recoverSigner('TRON', TEXT, signature)).toBe(signer);
  expect(await new TronWeb({ fullHost: 'http://127.0.0.1' }).trx.verifyMessageV2(TEXT, signature)).toBe(
    TronWeb.address.fromHex(signer.replace('0x', '41')),
  );
});

test('a signature of one network stands for nothing on the other', async () => {
  const signature = await signMessage({ message: TEXT });
  expect(await recoverSigner('TRON', TEXT, signature)).not.toBe(signer);
});

test.each(['0x', '0x1234', `0x${'00'.repeat(65)}`, `0x${'ff'.repeat(65)}`] as const)(
  '%s is no signature',
  async (bad) => {
    expect(await recoverSigner('ETH', TEXT, bad)).toBeNull();
  },
);
