import { encodeDeployData } from 'viem';
import { expect, test } from 'vitest';
import { checkoutCreation, factoryCreation } from './creation-code.ts';
import { checkoutAbi, checkoutBytecode } from './generated/checkout.ts';
import { depositFactoryAbi, depositFactoryBytecode } from './generated/deposit-factory.ts';

const token = '0xdac17f958d2ee523a2206206994597c13d831ec7';
const treasury = '0x00000000219ab540356cbb839cbe05303d7705fa';

test('the data that deploys a contract is its code with its arguments', () => {
  expect(factoryCreation(treasury)).toBe(
    encodeDeployData({ abi: depositFactoryAbi, bytecode: depositFactoryBytecode, args: [treasury] }),
  );
  expect(checkoutCreation(token, treasury)).toBe(
    encodeDeployData({ abi: checkoutAbi, bytecode: checkoutBytecode, args: [token, treasury] }),
  );
});
