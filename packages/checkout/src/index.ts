export { checkoutCode } from './checkout-code.ts';
export { checkoutCreation, factoryCreation } from './creation-code.ts';
export {
  cloneCode,
  type DepositFactory,
  depositAddressCode,
  depositAddressOf,
  depositFactoryCode,
  implementationOf,
} from './deposit-code.ts';
export { checkoutAbi, checkoutBytecode, checkoutRuntimeHash } from './generated/checkout.ts';
export { depositAddressAbi, depositAddressRuntimeHash } from './generated/deposit-address.ts';
export {
  depositFactoryAbi,
  depositFactoryBytecode,
  depositFactoryRuntimeHash,
} from './generated/deposit-factory.ts';
export {
  batchesOf,
  payingSalts,
  readSwept,
  SWEEP_BATCH,
  SWEEP_ENERGY,
  SWEEP_GAS,
  sweepManyData,
} from './sweep-call.ts';
export { USDT_KINDS, type UsdtKind, usdtKindOf } from './usdt-kinds.ts';
export { usdtLookalikeAbi, usdtLookalikeBytecode } from './generated/usdt-lookalike.ts';
