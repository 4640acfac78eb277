import { TronWeb } from 'tronweb';
import { concat, getContractAddress, type Hex, keccak256, stringToHex } from 'viem';
import { generatePrivateKey, privateKeyToAccount, sign } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import { formatAddress, parseAddress, parseWallet, formatTxHash, parseTxHash } from './address.ts';
import { chainsOf, create2PrefixOf } from './chains.ts';
import { create2Address, create2AddressOfHash, hashToAddress } from './create2-address.ts';
import { recordOf } from './registry.ts';
import { hashTronText, recoverSigner } from './signed-text.ts';

const written = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const address = '0xdac17f958d2ee523a2206206994597c13d831ec7';
const digits = 'ab'.repeat(32);

test.each([written, address, `0x${address.slice(2).toUpperCase()}`])('%s is an Ethereum address', (text) => {
  expect(parseAddress('ETH', text)).toBe(address);
});

test.each([
  ['a wrong checksum', written.replace('dAC', 'dAc')],
  ['no 0x', written.slice(2)],
  ['an upper 0X', address.replace('0x', '0X')],
  ['one digit short', address.slice(0, -1)],
  ['one digit long', `${address}0`],
  ['a space', `${address} `],
  ['a TRON address', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
])('%s is no Ethereum address', (_, text) => {
  expect(() => parseAddress('ETH', text)).toThrow(/Ethereum address/);
});

test('each network is written its own way', () => {
  expect(formatAddress('ETH', address)).toBe(written);
  const tron = formatAddress('TRON', address);
  expect(tron).toMatch(/^T/);
  expect(parseAddress('TRON', tron)).toBe(address);
  expect(() => parseAddress('TRON', address)).toThrow(/TRON/);
});

test.each(['TRON', 'ETH'] as const)(
  'the zero address of %s is an address, and nobody’s wallet',
  (network) => {
    const nobody = formatAddress(network, `0x${'0'.repeat(40)}`);
    expect(parseAddress(network, nobody)).toBe(`0x${'0'.repeat(40)}`);
    expect(() => parseWallet(network, nobody)).toThrow(/zero address/);
    expect(parseWallet(network, formatAddress(network, address))).toBe(address);
  },
);

test('a transaction hash is read in any way and written in one', () => {
  const hash = parseTxHash(digits.toUpperCase());
  expect(hash).toBe(`0x${digits}`);
  expect(parseTxHash(`0x${digits}`)).toBe(hash);
  expect(formatTxHash('TRON', hash)).toBe(digits);
  expect(formatTxHash('ETH', hash)).toBe(`0x${digits}`);
});

test.each([
  '',
  '0x',
  digits.slice(1),
  `${digits}a`,
  `0x0x${digits.slice(2)}`,
  `${digits.slice(1)}g`,
  ` ${digits}`,
])('"%s" is no transaction hash', (text) => {
  expect(() => parseTxHash(text)).toThrow(/64 hex digits/);
});

describe('signed text', () => {
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
});

const onTron = create2PrefixOf('TRON', recordOf('TRON').mainChainId);
const onEthereum = create2PrefixOf('ETH', recordOf('ETH').mainChainId);

// The examples of EIP-1014.
test.each<[Hex, Hex, Hex, string]>([
  [
    '0x0000000000000000000000000000000000000000',
    `0x${'0'.repeat(64)}`,
    '0x00',
    '0x4D1A2e2bB4F88F0250f26Ffff098B0b30B26BF38',
  ],
  [
    '0xdeadbeef00000000000000000000000000000000',
    `0x${'0'.repeat(64)}`,
    '0x00',
    '0xB928f69Bb1D91Cd65274e3c79d8986362984fDA3',
  ],
  [
    '0x00000000000000000000000000000000deadbeef',
    '0x00000000000000000000000000000000000000000000000000000000cafebabe',
    '0xdeadbeef',
    '0x60f3f640a8508fC6a86d45DF051962668E1e8AC7',
  ],
])('of %s, on Ethereum', (factory, salt, initCode, address) => {
  const found = create2Address({ prefix: onEthereum, factory, salt, initCode });
  expect(formatAddress('ETH', found)).toBe(address);
  expect(found).toBe(
    getContractAddress({ opcode: 'CREATE2', from: factory, salt, bytecode: initCode }).toLowerCase(),
  );
});

// The expected value of java-tron's generated test of WalletUtil.generateContractAddress2, whose inputs are of eight
// bytes each; it keeps 21 bytes of the hash and writes 0x41 over the first. It proves the order of the parts only: neither
// the prefix nor the lengths are those of an address.
test('the parts are hashed in java-tron’s order', () => {
  const input = stringToHex('AXAXAXAX');
  const expected = [
    44, -42, -53, -77, -98, 51, 47, -107, -80, -113, 120, -33, -57, -124, 117, 57, 114, 56, -71, 112,
  ];
  const hex = expected.map((byte) => (byte & 255).toString(16).padStart(2, '0')).join('');
  expect(hashToAddress(input, input, keccak256(input))).toBe(`0x${hex}`);
});

// Addresses of two factories on TRON as another project's tests record them, computed with TronWeb; they record the hash
// of the code only. java-tron's Create2Test has no fixed address: it compares the TVM with its own WalletUtil.
const CODE_HASH = '0xa800a84a1e76d9ebed54ef4780c3213798df585d5fa31cb9beb636eccb0a97f8';
test.each([
  ['TAtb9skGf5JU62NKYPY1G8THDWV9T7mx53', '1', 'TTugLVdaFLYUZ5CdzUpu2LppMF55RAurWy'],
  ['TAtb9skGf5JU62NKYPY1G8THDWV9T7mx53', '2', 'TKPqvci1TwVkkJatoQcboso2Jw6tNdUryn'],
  [
    'TCX2uhV4HjcWRB7hrTQL57fFRdxgiyypEc',
    '68168199-96a9-4515-99b8-7ef44f13d209',
    'TQuCvgU5njYMhnL47ajAoqhMZirqtQiph9',
  ],
  [
    'TCX2uhV4HjcWRB7hrTQL57fFRdxgiyypEc',
    'c98b6212-80aa-470c-9741-e427e0cdda80',
    'TEXYFRCmwbbyyuJG1djHanic1nNSFhspWP',
  ],
])('of %s and "%s", on TRON', (factory, word, address) => {
  const found = create2AddressOfHash({
    prefix: onTron,
    factory: parseAddress('TRON', factory),
    salt: keccak256(stringToHex(word)),
    initCodeHash: CODE_HASH,
  });
  expect(formatAddress('TRON', found)).toBe(address);
});

test('TRON’s form is that formula with its own first byte, the sandbox’s is Ethereum’s', () => {
  const factory = parseAddress('TRON', 'TAtb9skGf5JU62NKYPY1G8THDWV9T7mx53');
  const salt = keccak256('0x01');
  const at = (prefix: number) => create2Address({ prefix, factory, salt, initCode: '0x6000' });
  const hash = keccak256(concat(['0x41', factory, salt, keccak256('0x6000')]));
  expect(onTron).toBe(0x41);
  expect(at(onTron)).toBe(`0x${hash.slice(-40)}`);
  expect(create2PrefixOf('TRON', chainsOf('TRON').sandbox.chainId)).toBe(onEthereum);
  expect(at(onEthereum)).not.toBe(at(onTron));
});

test('lengths are checked', () => {
  const right = {
    prefix: 255,
    factory: `0x${'1'.repeat(40)}`,
    salt: `0x${'2'.repeat(64)}`,
    initCode: '0x',
  } as const;
  expect(create2Address(right)).toMatch(/^0x[0-9a-f]{40}$/);
  expect(() => create2Address({ ...right, factory: '0x12' })).toThrow(/20 bytes/);
  expect(() => create2Address({ ...right, salt: '0x12' })).toThrow(/32 bytes/);
});
