import * as z from 'zod/mini';

/** A decimal with at most 12 digits before and 6 after the point; no sign, no exponent. */
export const UsdtAmount = z
  .string()
  .check(z.regex(/^(0|[1-9]\d{0,11})(\.\d{1,6})?$/, 'Not an amount in USDT'));

/** Above zero. */
export const PositiveAmount = UsdtAmount.check(z.refine((text) => /[1-9]/.test(text), 'Nothing'));

/** The amount of a top-up: at most two decimals, because the last four identify the payment on the chain. */
export const RechargeAmount = z
  .string()
  .check(z.regex(/^(0|[1-9]\d{0,11})(\.\d{1,2})?$/, 'Not an amount with at most two decimals'));
