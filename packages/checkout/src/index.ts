export { checkoutCode } from './checkout-code.ts';
export { checkoutAbi, checkoutBytecode } from './generated/checkout.ts';
export { usdtLookalikeAbi, usdtLookalikeBytecode } from './generated/usdt-lookalike.ts';
