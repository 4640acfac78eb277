import type { Network } from '@portside/contract';
import type { Events } from '../../platform/context.ts';
import type { Approved } from '../approvals/index.ts';
import { activateMethod } from './activate-method.ts';
import { parseMethod } from './parse-method.ts';
import { switchMethod } from './switch-method.ts';

/** Addresses as the network writes them. */
export type TreasuryTerms = {
  readonly type: Network;
  readonly chain_id: number;
  readonly contract_address: string;
  readonly wallet_address: string;
  readonly checkout_address: string | null;
};

/** With what stands before it, so that two persons see both; null where nothing does. */
export type TreasuryChange = TreasuryTerms & {
  readonly [Name in `former_${Exclude<keyof TreasuryTerms, 'type'>}`]: string | number | null;
} & {
  /** A node told that the checkout contract pays to this wallet. */
  readonly checkout_proven: boolean;
};

export type TopUpsTerms = {
  readonly type: Network;
  readonly method_id: string;
  readonly chain_id: number;
  readonly wallet_address: string;
};

declare module '../../platform/events.ts' {
  interface EventPayloads {
    treasuryChangeApproved: Approved<TreasuryChange>;
    topUpsOnApproved: Approved<TopUpsTerms>;
  }
}

/** What payment methods hear: changes that a second person has agreed to. */
export function subscribePaymentMethods(events: Events): void {
  events.on('treasuryChangeApproved', (ctx, { terms }) => activateMethod(ctx, parseMethod(terms)));
  events.on('topUpsOnApproved', (ctx, { terms }) => switchMethod(ctx, BigInt(terms.method_id), true));
}
