import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FLOW, FLOW_START, FLOW_STATES, isBusy, nextFlow, type Flow, type FlowEvent } from './flow.ts';

const address = '0x1111111111111111111111111111111111111111';
const hash = 'ab'.repeat(32);
const run = (...events: FlowEvent[]): Flow => events.reduce(nextFlow, FLOW_START);
const CONNECTED: FlowEvent[] = [{ type: 'connectAsked' }, { type: 'connected', address }];

test('authorise and pay, from the first click to the end', () => {
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

test('a refusal leads back to the connected wallet and names itself until the next step', () => {
  const rejected = run(...CONNECTED, { type: 'authorizeAsked' }, { type: 'failed', problem: 'rejected' });
  expect(rejected).toEqual({ state: 'connected', address, hash: null, problem: 'rejected' });
  expect(nextFlow(rejected, { type: 'payAsked' }).problem).toBeNull();
  expect(run({ type: 'connectAsked' }, { type: 'failed', problem: 'connectFailed' }).state).toBe(
    'notConnected',
  );
});

test('on another network nothing can be paid until the wallet has changed over', () => {
  const elsewhere = run({ type: 'connectAsked' }, { type: 'connectedElsewhere', address });
  expect(elsewhere.state).toBe('wrongNetwork');
  expect(nextFlow(elsewhere, { type: 'payAsked' })).toBe(elsewhere);
  expect(nextFlow(elsewhere, { type: 'authorizeAsked' })).toBe(elsewhere);
  expect(nextFlow(nextFlow(elsewhere, { type: 'switchAsked' }), { type: 'connected', address }).state).toBe(
    'connected',
  );
});

test('what was paid stays paid, and an account that goes away is forgotten', () => {
  const paid = run(...CONNECTED, { type: 'payAsked' }, { type: 'paySent', hash }, { type: 'paid' });
  expect(nextFlow(paid, { type: 'failed', problem: 'timeout' })).toBe(paid);
  expect(nextFlow(paid, { type: 'payAsked' })).toBe(paid);
  expect(run(...CONNECTED, { type: 'disconnected' })).toEqual(FLOW_START);
});

test('whatever happens, no payment is asked for while one is under way, and none without an address', () => {
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

test('every state can be left by a failure but the first without wallet and the last', () => {
  const without = FLOW_STATES.filter((state) => FLOW[state].failed === undefined);
  expect(without).toEqual(['paid']);
});
