export { checkoutCode } from './checkout-code.ts';
export { checkoutAbi, checkoutBytecode, checkoutRuntimeHash } from './generated/checkout.ts';
export { usdtLookalikeAbi, usdtLookalikeBytecode } from './generated/usdt-lookalike.ts';
