import type { Recharge } from '@portside/contract';

/** A top-up with the addresses to pay to. The server leaves them out where they are not the shop's. */
export type PayableRecharge = Recharge & {
  readonly contract_address: string;
  readonly wallet_address: string;
};

export const isPayable = (recharge: Recharge): recharge is PayableRecharge =>
  recharge.contract_address !== null && recharge.wallet_address !== null;
