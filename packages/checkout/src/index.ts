export { checkoutCode, checkoutCreation, factoryCreation } from './checkout-code.ts';
export {
  type DepositFactory,
  depositAddressCode,
  depositAddressOf,
  depositFactoryCode,
  implementationOf,
} from './deposit-code.ts';
export { checkoutAbi, checkoutBytecode } from './generated/checkout.ts';
export { depositFactoryAbi, depositFactoryBytecode } from './generated/deposit-factory.ts';
export { batchesOf, payingSalts, readSwept, SWEEP_ENERGY, SWEEP_GAS, sweepManyData } from './sweep-call.ts';
export { usdtKindOf } from './usdt-kinds.ts';
export { usdtLookalikeAbi, usdtLookalikeBytecode } from './generated/usdt-lookalike.ts';
