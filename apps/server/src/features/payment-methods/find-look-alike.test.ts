import { formatAddress } from '@portside/chain';
import { NETWORKS } from '@portside/contract';
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { findLookAlike } from './method-rules.ts';

const ETH = '0x52908400098527886E0F7030069857D2E4169EE7';
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

test.for([
  ['the same first and last four', '0x5290111122223333444455556666777788889ee7', ETH],
  ['the same last four', '0xabcd1111222233334444555566667777888a9ee7', ETH],
  ['the same first four, in another case', '0x529011112222333344445555666677778888aaaa', ETH],
  ['three at both ends', '0x52911111222233334444555566667777888abee7', ETH],
  ['the same last four on TRON', 'TXYZabcdefghijkmnopqrstuvwxyzaLj6t', TRON],
  ['an address with one character changed in the middle', '0x52908400098527886E1F7030069857D2E4169EE7', ETH],
] as const)('%s is a look-alike', ([, proposed, known]) => {
  expect(findLookAlike(proposed, [null, '0x0000000000000000000000000000000000000001', known])).toBe(known);
});

test.for([
  ['the address itself', ETH, ETH],
  ['another address', '0xabcd111122223333444455556666777788889999', ETH],
  ['three at one end and two at the other', '0x52911111222233334444555566667777888aaae7', ETH],
  ['none at all', null, ETH],
  ['what all of TRON begin with', 'TXYZabcdefghijkmnopqrstuvwxyzabcde', TRON],
] as const)('%s is none', ([, proposed, known]) => {
  expect(findLookAlike(proposed, [known])).toBeNull();
});

test('a present address is none, though it looks like another one of the shop', () => {
  const other = ETH.replace('0098', '0099');
  expect(findLookAlike(ETH, [other, ETH])).toBeNull();
});

test.for(NETWORKS)('an address of chance on %s is hardly ever one', (network) => {
  const address = () => formatAddress(network, `0x${randomBytes(20).toString('hex')}`);
  const known = address();
  const found = Array.from({ length: 2_000 }, () => findLookAlike(address(), [known])).filter(Boolean);
  expect(found.length).toBeLessThan(5);
});
