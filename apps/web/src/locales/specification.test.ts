import { expect, test } from 'vitest';
import { catalogue as shop } from './en/index.ts';
import { catalogue as pay } from './en/pay.ts';
import { product } from './en/product.ts';

const { failed, ...shell } = shop.shell;
const { problem } = pay.wallet;

/** Messages beside the error table, which the specification quotes in its section 8. */
test.each([
  [shell.serviceBusy, 'Service busy, please try again later'],
  [failed.login, 'Login error, please refresh and try again'],
  [failed.register, 'Registration failed'],
  [failed.resetPassword, 'Password reset failed'],
  [failed.sendCode, 'Code send failed'],
  [failed.sendMessage, 'Message sending failed'],
  [product.notice.refusedTitle, 'Order failed, please try again'],
  [shell.copyFailed, 'Copy failed'],
  [problem.connectFailed, 'Wallet connect failed'],
  [problem.allowanceCheckFailed, 'Authorization check failed, please refresh'],
  [problem.authorizationTimeout, 'Authorization timeout'],
  [problem.paymentFailed, 'Payment failed, please retry'],
  [problem.notInstalled, 'Wallet app not installed'],
  [problem.authorizationRejected, 'You rejected the authorization'],
  [problem.balanceFailed, 'Balance fetch failed'],
  [problem.contractFailed, 'Contract interaction failed'],
  [problem.insufficientUsdt, 'Insufficient USDT balance'],
  [problem.addressMissing, 'Wallet address empty or not obtained'],
  [pay.wallet.none, 'Please install the wallet first'],
  [problem.notConnected, 'Please connect the wallet first'],
])('%j begins as the specification quotes it: %s', (text, quoted) => {
  expect(text.startsWith(quoted)).toBe(true);
});
