import { useEffect, useEffectEvent, useReducer, useState } from 'react';
import { call } from '../../../lib/api/call.ts';
import { allowanceWithin } from '../../../lib/wallet/calls.ts';
import { connect, refreshConnection, switchChain, openWallet } from '../../../lib/wallet/connect.ts';
import { FLOW_START, isBusy, nextFlow } from '../../../lib/wallet/flow.ts';
import { type FoundWallet, useFoundWallets } from '../../../lib/wallet/discover.ts';
import {
  payByCheckout,
  payByTransfer,
  revoke,
  settlePayment,
  type PaymentAttempt,
  quoteFees,
  type Fees,
} from '../../../lib/wallet/pay.ts';
import { paymentOf, type Hex, type Payment } from '../../../lib/wallet/payment.ts';
import { failureOf, WalletFailure } from '../../../lib/wallet/problems.ts';
import { createTronNode } from '../../../lib/wallet/tron-node.ts';
import type { Wallet, Holdings } from '../../../lib/wallet/wallet.ts';
import type { AllowanceChoice } from './allowance-choice.ts';
import type { PayableRecharge } from '../../../lib/networks/networks.ts';
import { formatAddress } from '@portside/chain/networks/address';
import type { AllowanceCaps, Network } from '@portside/contract';
import { formatMicro, parseMicro } from '@portside/contract/wire/money';
import { useQuery } from '@tanstack/react-query';

/** A top-up, with a ticket's token where no one is signed in. */
export type Payer = { readonly recharge: PayableRecharge; readonly token: string | undefined };

type Opened = { readonly found: FoundWallet; readonly wallet: Wallet };

/**
 * All state between a top-up and the wallets of this browser: which exist, which is connected, and what is in
 * progress.
 */
export function useWalletPayment({ recharge, token }: Payer) {
  const [flow, report] = useReducer(nextFlow, FLOW_START);
  const [opened, setOpened] = useState<Opened | null>(null);
  const payment = paymentOf(recharge);
  const { type: network, order_id: orderId } = recharge;
  const found = useFoundWallets(network);
  const options = callOptions(token);

  const hear = useEffectEvent((wallet: Wallet) => {
    // A running step checks account and chain itself.
    if (!isBusy(flow)) void refreshConnection(wallet, payment, report);
  });
  useEffect(() => opened?.wallet.onChange(() => hear(opened.wallet)), [opened]);

  useEffect(() => () => opened?.found.close?.(), [opened]);

  async function choose(one: FoundWallet): Promise<void> {
    const wallet = openWallet(one, payment, createTronNode(orderId, token));
    opened?.found.close?.();
    setOpened({ found: one, wallet });
    await connect(wallet, payment, report);
  }

  /** Connects a wallet whose code is not loaded yet. */
  async function chooseLater(load: () => Promise<FoundWallet>): Promise<void> {
    report({ type: 'connectAsked' });
    try {
      await choose(await load());
    } catch (error) {
      report({ type: 'failed', problem: failureOf(error, 'connectFailed').problem });
    }
  }

  function leave(): void {
    setOpened(null);
    report({ type: 'disconnected' });
  }

  /** Runs one step. Its failure is shown, not thrown. */
  async function step(act: (paying: PaymentAttempt) => Promise<string | void>): Promise<void> {
    if (opened === null || flow.address === null) return;
    const { wallet } = opened;
    try {
      const paying = { wallet, owner: flow.address, payment, report };
      const { usdtMicro: before } = await wallet.holdings(flow.address);
      const hash = await act(paying);
      if (hash === undefined) return;
      await submitHash(hash);
      await settlePayment(paying, hash, before);
      report({ type: 'paid' });
    } catch (error) {
      report({ type: 'failed', problem: failureOf(error, 'paymentFailed').problem });
    }
  }

  /** Only makes the shop check sooner: it finds the payment on the chain anyway. */
  async function submitHash(hash: string): Promise<void> {
    const request = { params: { order_id: orderId }, body: { tx_hash: hash } };
    await call('submitTxHash', request, options).catch(() => undefined);
  }

  return {
    flow,
    found,
    opened,
    payment,
    choose,
    chooseLater,
    leave,
    retry: () => opened && connect(opened.wallet, payment, report),
    switchNetwork: () => opened && switchChain(opened.wallet, payment, report),
    transfer: () => step(payByTransfer),
    checkout: (choice: AllowanceChoice) =>
      step((paying) => authorizeAndPay({ recharge, token }, paying, choice)),
    revoke: () => step(revoke),
  };
}

export type WalletPaymentState = ReturnType<typeof useWalletPayment>;

/** With a ticket's token the call is made for its one top-up, else for the signed-in buyer. */
const callOptions = (token: string | undefined) => ({ isQuiet: true, ...(token !== undefined && { token }) });

/** Records the allowance with the shop, has the wallet give it, and pays through the checkout. Returns the hash. */
async function authorizeAndPay(
  { recharge, token }: Payer,
  paying: PaymentAttempt,
  choice: AllowanceChoice,
): Promise<string> {
  const authorization = toAuthorizationBody(choice, recharge.type, paying.owner);
  const record = async (hash?: string) => {
    const request = {
      params: { order_id: recharge.order_id },
      body: { ...authorization, ...(hash !== undefined && { tx_hash: hash }) },
    };
    try {
      await call('createAuthorization', request, callOptions(token));
    } catch (error) {
      // Once the wallet has given the allowance, a lost record changes nothing.
      if (hash !== undefined) return;
      throw new WalletFailure('allowanceCheckFailed', error);
    }
  };
  const allowance = allowanceWithin(choice.amountMicro, choice.capMicro);
  return payByCheckout({ ...paying, allowance, record });
}

type ConnectedWallet = {
  readonly holdings: Holdings;
  readonly caps: AllowanceCaps;
  readonly fees: Fees | null;
  readonly canSendTogether: boolean;
};

const LOOK_EVERY_MS = 10_000;

type Connected = { readonly wallet: Wallet; readonly owner: Hex; readonly payment: Payment };

/** A connected wallet's balances, allowance caps and fees, refreshed regularly and after each `round`. */
export function useConnectedWallet({ recharge, token }: Payer, connected: Connected | null, round: string) {
  const owner = connected?.owner ?? null;
  return useQuery({
    queryKey: ['connected wallet', recharge.order_id, owner, round],
    enabled: connected !== null,
    queryFn: () => look({ recharge, token }, connected!),
    refetchInterval: LOOK_EVERY_MS,
    retry: 1,
    placeholderData: (before) => before,
  });
}

async function look({ recharge, token }: Payer, connected: Connected): Promise<ConnectedWallet> {
  const { wallet, owner, payment } = connected;
  const request = {
    params: { order_id: recharge.order_id },
    query: { wallet_address: formatAddress(recharge.type, owner) },
  };
  const options = { isQuiet: true, ...(token !== undefined && { token }) };
  const [holdings, caps, canSendTogether] = await Promise.all([
    wallet.holdings(owner),
    call('readAllowanceCaps', request, options),
    wallet.canSendTogether(owner),
  ]);
  const allowance = caps.safe === null ? null : allowanceWithin(payment.amountMicro, parseMicro(caps.safe));
  // Fees are informative; without them the buyer can still pay.
  const fees = await quoteFees(wallet, owner, payment, { allowance, holdings }).catch(() => null);
  return { holdings, caps, fees, canSendTogether };
}

/** What is recorded of an allowance, before the wallet is asked for it. */
export const toAuthorizationBody = (
  { mode, amountMicro }: AllowanceChoice,
  network: Network,
  owner: Hex,
) => ({
  wallet_address: formatAddress(network, owner),
  mode,
  amount: formatMicro(amountMicro),
});
