import { checkoutBytecode } from './generated/checkout.ts';
import { depositFactoryBytecode } from './generated/deposit-factory.ts';

type Hex = `0x${string}`;

const word = (address: Hex): string => address.slice(2).toLowerCase().padStart(64, '0');

/** Data of the transaction that deploys the published factory, whose addresses can only pay the treasury. */
export const factoryCreation = (treasury: Hex): Hex => `${depositFactoryBytecode}${word(treasury)}`;

/** Data of the transaction that deploys the published checkout, which can only pay the treasury. */
export const checkoutCreation = (token: Hex, treasury: Hex): Hex =>
  `${checkoutBytecode}${word(token)}${word(treasury)}`;
