import type { Hex } from './payment.ts';
import type { WalletProblem } from './problems.ts';

/** States of a payment by a connected wallet. */
export const FLOW_STATES = [
  'notConnected',
  'connecting',
  'wrongNetwork',
  'switching',
  'connected',
  'authorizing',
  'allowing',
  'authorized',
  'paying',
  'processing',
  'revoking',
  'paid',
] as const;
export type FlowState = (typeof FLOW_STATES)[number];

export type FlowEvent =
  | { readonly type: 'connectAsked' | 'switchAsked' | 'disconnected' | 'paid' | 'revokeAsked' | 'revoked' }
  | { readonly type: 'connected' | 'connectedElsewhere'; readonly address: Hex }
  /** The wallet asks its owner for the allowance. */
  | { readonly type: 'authorizeAsked' }
  /** Signed; waiting for the network. */
  | { readonly type: 'authorizeSent'; readonly hash: string }
  | { readonly type: 'authorized' }
  | { readonly type: 'payAsked' }
  | { readonly type: 'paySent'; readonly hash: string }
  | { readonly type: 'failed'; readonly problem: WalletProblem };

type EventName = FlowEvent['type'];

/** The transition table. Events that a state does not list are ignored. */
export const FLOW: Readonly<Record<FlowState, Partial<Record<EventName, FlowState>>>> = {
  notConnected: { connectAsked: 'connecting', failed: 'notConnected' },
  connecting: { connected: 'connected', connectedElsewhere: 'wrongNetwork', failed: 'notConnected' },
  wrongNetwork: {
    connected: 'connected',
    connectedElsewhere: 'wrongNetwork',
    switchAsked: 'switching',
    disconnected: 'notConnected',
    failed: 'wrongNetwork',
  },
  switching: { connected: 'connected', connectedElsewhere: 'wrongNetwork', failed: 'wrongNetwork' },
  connected: {
    connected: 'connected',
    connectedElsewhere: 'wrongNetwork',
    disconnected: 'notConnected',
    authorizeAsked: 'authorizing',
    payAsked: 'paying',
    revokeAsked: 'revoking',
    failed: 'connected',
  },
  authorizing: { authorizeSent: 'allowing', failed: 'connected' },
  allowing: { authorizeAsked: 'authorizing', authorized: 'authorized', failed: 'connected' },
  authorized: { payAsked: 'paying', failed: 'connected' },
  paying: { paySent: 'processing', failed: 'connected' },
  // On Ethereum a replaced or dropped transaction may be retried.
  processing: { paid: 'paid', failed: 'connected' },
  revoking: { revoked: 'connected', failed: 'connected' },
  paid: {},
};

export type Flow = {
  readonly state: FlowState;
  readonly address: Hex | null;
  /** Hash of the payment, once it was sent. */
  readonly hash: string | null;
  /** The last problem; cleared by the next step. */
  readonly problem: WalletProblem | null;
};

export const FLOW_START: Flow = { state: 'notConnected', address: null, hash: null, problem: null };

/** Whether a wallet's or the network's answer is pending. */
export const isBusy = ({ state }: Flow): boolean =>
  [
    'connecting',
    'switching',
    'authorizing',
    'allowing',
    'authorized',
    'paying',
    'processing',
    'revoking',
  ].includes(state);

export function nextFlow(flow: Flow, event: FlowEvent): Flow {
  const state = FLOW[flow.state][event.type];
  if (state === undefined) return flow;
  return {
    state,
    address: 'address' in event ? event.address : state === 'notConnected' ? null : flow.address,
    hash: event.type === 'paySent' ? event.hash : event.type === 'failed' ? null : flow.hash,
    problem: event.type === 'failed' ? problemIn(flow.state, event.problem) : null,
  };
}

/** What was rejected is named where only the authorization was asked for. */
const problemIn = (state: FlowState, problem: WalletProblem): WalletProblem =>
  state === 'authorizing' && problem === 'rejected' ? 'authorizationRejected' : problem;
