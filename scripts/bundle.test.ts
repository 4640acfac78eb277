import { checkoutRuntimeTemplate } from '../packages/checkout/src/generated/checkout.ts';
import {
  depositAddressBytecode,
  depositAddressRuntimeTemplate,
} from '../packages/checkout/src/generated/deposit-address.ts';
import { depositFactoryRuntimeTemplate } from '../packages/checkout/src/generated/deposit-factory.ts';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { checkoutBytecode, depositFactoryBytecode } from '../packages/checkout/src/index.ts';
import { buildPages } from './test/build-pages.ts';

/**
 * Nothing sent to browsers can ask a wallet for more than the decisions allow: none of the words and numbers of an
 * unlimited allowance, a permit or an approval for all are in it.
 */
const FORBIDDEN = {
  'a number without bound':
    /f{64}|0x(?:[0-9a-f]{2})?f{60}|115792089237316195423570985008687907853269984665640564039457584007913129639935|\*\*\s*256n|<<\s*256n|asUintN\(256|["'`]f+["'`]\.repeat|pad(Start|End)\(64,\s*["'`]f/i,
  'increaseAllowance, increaseApproval': /39509351|d73dd623|increase(Allowance|Approval)/,
  permit: /d505accf|8fcbaf0c|2b67b570|30f28b7a|\bpermit(Single|Batch|TransferFrom)?\b(?=["'(])/i,
  setApprovalForAll: /a22cb465|setApprovalForAll/,
  'a signature of unreadable data':
    /eth_sign\b|eth_signTypedData|eth_signTransaction|wallet_grantPermissions/,
  'a raw transaction': /eth_sendRawTransaction/,
};

/**
 * WalletConnect is third-party code in a file of its own. Two things in it look forbidden: primes of curves, and a
 * table that finds hashes in answers. Each is allowed in that form only.
 */
const LIBRARY = /node_modules\/@walletconnect\/universal-provider\//;
const IN_LIBRARY: Partial<Record<keyof typeof FORBIDDEN, (text: string) => string>> = {
  'a number without bound': (text) => text.replaceAll(/BigInt\(`0x([0-9a-f]+)`\)/g, primeOrSame),
  'a raw transaction': (text) => text.replace('eth_sendRawTransaction:{key:``}', ''),
};

/** The largest 256-bit number, and all whose upper bytes are full. */
function primeOrSame(literal: string, digits: string): string {
  return /^(0*)f{64,}$/.test(digits) && digits.length % 2 === 0 ? literal : 'PRIME';
}

/** One of each, as a build would write it, to prove that the search finds them. */
const PLANTED: readonly (readonly [what: keyof typeof FORBIDDEN, text: string])[] = [
  ['a number without bound', `approve(a,0x${'f'.repeat(64)}n)`],
  ['a number without bound', 'let u=2n**256n-1n'],
  ['a number without bound', 'let u=(1n<<256n)-1n'],
  ['a number without bound', 'BigInt.asUintN(256,-1n)'],
  ['a number without bound', 'data+"f".repeat(64)'],
  ['increaseAllowance, increaseApproval', 'name:"increaseAllowance"'],
  ['increaseAllowance, increaseApproval', '"0xd73dd623"'],
  ['permit', 'name:"permit",inputs'],
  ['permit', '"0xd505accf"'],
  ['setApprovalForAll', '"0xa22cb465"'],
  ['a signature of unreadable data', 'method:"eth_signTypedData_v4"'],
  ['a signature of unreadable data', 'method:"eth_sign"'],
  ['a raw transaction', 'method:"eth_sendRawTransaction"'],
];

/**
 * The contracts that operators deploy from the back office, and the code at buyers' own addresses, from which pages
 * compute these, byte for byte: they contain selectors of their own.
 */
const PUBLISHED: readonly string[] = [
  checkoutBytecode,
  checkoutRuntimeTemplate,
  depositFactoryBytecode,
  depositFactoryRuntimeTemplate,
  depositAddressBytecode,
  depositAddressRuntimeTemplate,
];
const withoutPublished = (text: string): string =>
  PUBLISHED.reduce((rest, code) => rest.replaceAll(code, ''), text);

const root = join(import.meta.dirname, '..');
const dist = join(root, 'apps/web/dist');
const texts = new Map<string, string>();
let library = '';

beforeAll(async () => {
  await buildPages();
  for (const file of globSync('**/*.{js,html}', { cwd: dist }))
    texts.set(file, withoutPublished(readFileSync(join(dist, file), 'utf8')));
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    { readonly file: string }
  >;
  const [chunk, ...others] = Object.entries(manifest).filter(([module]) => LIBRARY.test(module));
  expect(others).toEqual([]);
  library = chunk![1].file;
});

const holding = (words: RegExp): string[] =>
  [...texts].filter(([, text]) => words.test(text)).map(([file, text]) => `${file}: ${words.exec(text)![0]}`);

test('the wallet code is in it, with its calls, each written in one place', () => {
  // Selectors of payments and their balances, and of the sweep, which pays to the treasury whoever calls it.
  for (const selector of ['a9059cbb', '095ea7b3', '7a95d837', '70a08231', 'dd62ed3e', 'd3c409b0'])
    expect(holding(new RegExp(selector)), selector).toHaveLength(1);
});

test.each(Object.entries(FORBIDDEN))('nothing in it can make: %s', (what, words) => {
  const except = IN_LIBRARY[what as keyof typeof FORBIDDEN];
  expect(holding(words).filter((hit) => !except || !hit.startsWith(library))).toEqual([]);
  if (except) expect(words.exec(except(texts.get(library)!))?.[0]).toBeUndefined();
});

test("the library's exceptions let a prime through, and nothing that a wallet could be asked for", () => {
  const bounded = IN_LIBRARY['a number without bound']!;
  const words = FORBIDDEN['a number without bound'];
  expect(bounded(`BigInt(\`0x7${'f'.repeat(61)}ed\`)`)).not.toMatch(words);
  for (const text of [`BigInt(\`0x${'f'.repeat(64)}\`)`, `"${'f'.repeat(64)}"`, '2n**256n'])
    expect(bounded(text)).toMatch(words);
  expect(IN_LIBRARY['a raw transaction']!('method:"eth_sendRawTransaction"')).toMatch(
    FORBIDDEN['a raw transaction'],
  );
});

test.each(PLANTED)('%s is found in: %s', (what, text) => {
  expect(text).toMatch(FORBIDDEN[what]);
});

test('one place asks wallets to send, and one more lets that through to a relay', () => {
  const ours = (words: RegExp) => holding(words).filter((hit) => !hit.startsWith(library));
  expect(ours(/eth_sendTransaction/)).toHaveLength(2);
  expect(ours(/wallet_sendCalls/)).toHaveLength(1);
  // The library contains no token call.
  expect(texts.get(library)).not.toMatch(/a9059cbb|095ea7b3|7a95d837|23b872dd/);
});

test('components are compiled: they remember what they have drawn', () => {
  const marks = [...texts.values()].join('').split('react.memo_cache_sentinel').length - 1;
  expect(marks).toBeGreaterThan(200);
});
