import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FLOW, FLOW_START, FLOW_STATES, isBusy, nextFlow, type Flow, type FlowEvent } from './flow.ts';

const address = '0x1111111111111111111111111111111111111111';
const hash = 'ab'.repeat(32);
const run = (...events: FlowEvent[]): Flow => events.reduce(nextFlow, FLOW_START);
const CONNECTED: FlowEvent[] = [{ type: 'connectAsked' }, { type: 'connected', address }];

test('approve and pay, from the first click to the end', () => {
  const states: string[] = [];
  const events: FlowEvent[] = [
    ...CONNECTED,
    { type: 'authorizeAsked' },
    { type: 'authorizeSent', hash },
    { type: 'authorized' },
    { type: 'payAsked' },
    { type: 'paySent', hash },
    { type: 'paid' },
  ];
  events.reduce((flow, event) => {
    const next = nextFlow(flow, event);
    states.push(next.state);
    return next;
  }, FLOW_START);
  expect(states).toEqual([
    'connecting',
    'connected',
    'authorizing',
    'allowing',
    'authorized',
    'paying',
    'processing',
    'paid',
  ]);
});

test('a rejection returns to the connected wallet and is shown until the next step', () => {
  const rejected = run(...CONNECTED, { type: 'authorizeAsked' }, { type: 'failed', problem: 'rejected' });
  expect(rejected).toEqual({ state: 'connected', address, hash: null, problem: 'authorizationRejected' });
  const refused = run(...CONNECTED, { type: 'payAsked' }, { type: 'failed', problem: 'rejected' });
  expect(refused.problem).toBe('rejected');
  expect(nextFlow(rejected, { type: 'payAsked' }).problem).toBeNull();
  expect(run({ type: 'connectAsked' }, { type: 'failed', problem: 'connectFailed' }).state).toBe(
    'notConnected',
  );
});

test('on the wrong network nothing can be paid until the wallet has switched', () => {
  const elsewhere = run({ type: 'connectAsked' }, { type: 'connectedElsewhere', address });
  expect(elsewhere.state).toBe('wrongNetwork');
  expect(nextFlow(elsewhere, { type: 'payAsked' })).toBe(elsewhere);
  expect(nextFlow(elsewhere, { type: 'authorizeAsked' })).toBe(elsewhere);
  expect(nextFlow(nextFlow(elsewhere, { type: 'switchAsked' }), { type: 'connected', address }).state).toBe(
    'connected',
  );
});

test('a sent payment stays sent, and a disconnected wallet is forgotten', () => {
  const paid = run(...CONNECTED, { type: 'payAsked' }, { type: 'paySent', hash }, { type: 'paid' });
  expect(nextFlow(paid, { type: 'failed', problem: 'timeout' })).toBe(paid);
  expect(nextFlow(paid, { type: 'payAsked' })).toBe(paid);
  expect(run(...CONNECTED, { type: 'disconnected' })).toEqual(FLOW_START);
});

test('in no sequence of events is a payment requested during another one or without an address', () => {
  const event = fc.constantFrom<FlowEvent>(
    ...CONNECTED,
    { type: 'connectedElsewhere', address },
    { type: 'switchAsked' },
    { type: 'disconnected' },
    { type: 'authorizeAsked' },
    { type: 'authorizeSent', hash },
    { type: 'authorized' },
    { type: 'payAsked' },
    { type: 'paySent', hash },
    { type: 'paid' },
    { type: 'revokeAsked' },
    { type: 'revoked' },
    { type: 'failed', problem: 'rejected' },
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      const flow = run(...events);
      const asks = ['authorizing', 'paying', 'revoking'].includes(nextFlow(flow, { type: 'payAsked' }).state);
      if (asks && !isBusy(flow)) expect(flow.address).not.toBeNull();
      if (flow.state === 'processing' || flow.state === 'paid') {
        expect(flow.hash).toBe(hash);
        expect(nextFlow(flow, { type: 'payAsked' })).toBe(flow);
      }
    }),
  );
});

test('a failure leaves every state except the first one without a wallet and the last one', () => {
  const without = FLOW_STATES.filter((state) => FLOW[state].failed === undefined);
  expect(without).toEqual(['paid']);
});
