import type { Sandbox, Trial } from '@portside/contract';
import type { currentArea } from '../../lib/browser/current-area.ts';

type Role = Sandbox['sign_ins'][number]['role'];

/** Where a step of a trial begins, and who may open it; null for everyone. */
export type TrialStep = { readonly role: Role | null; readonly path: string };

/** Who tries it: the page's parts. */
export const PARTS = {
  buyer: ['topUp', 'order', 'exchangeFee', 'ownAddress', 'ownWallet', 'claim'],
  agent: ['referral'],
  owner: ['sweep', 'stock', 'conversation', 'refund', 'takedown'],
} as const satisfies Record<string, readonly Trial[]>;

/** The steps of each trial, in order. */
export const stepsOf = (area: ReturnType<typeof currentArea>): Record<Trial, readonly TrialStep[]> => ({
  topUp: [{ role: 'buyer', path: `${area}/amount-recharge` }],
  order: [{ role: 'buyer', path: `${area}/purchase-account` }],
  exchangeFee: [
    { role: 'buyer', path: `${area}/amount-recharge` },
    { role: 'owner', path: '/admin/recharge?tab=deposits&state=unmatched' },
  ],
  ownWallet: [{ role: 'buyer', path: `${area}/amount-recharge` }],
  ownAddress: [{ role: 'buyer', path: `${area}/amount-recharge` }],
  sweep: [{ role: 'owner', path: '/admin/recharge?tab=sweeping' }],
  claim: [{ role: 'buyer', path: `${area}/purchase-record` }],
  referral: [{ role: 'agent', path: `${area}/agent` }],
  stock: [{ role: 'owner', path: '/admin/goods' }],
  conversation: [{ role: 'owner', path: '/admin/support' }],
  refund: [
    { role: 'colleague', path: '/admin/dataBoard#proposals' },
    { role: 'owner', path: '/admin/order' },
  ],
  takedown: [
    { role: null, path: '/report' },
    { role: 'owner', path: '/admin/goods?tab=reports' },
  ],
});
