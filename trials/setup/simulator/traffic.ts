import { addressToTopic, TRANSFER_TOPIC } from '@portside/chain/scanning/topics';
import type { Hex } from 'viem';
import type { Random } from '../random.ts';
import { hashOf } from './chain-model.ts';
import type { SimEvent, SimTx } from './sim-block.ts';
import { APPROVAL_TOPIC, other, paid, transfer, word } from './events.ts';

/** The addresses of a run. `lookalike` is a token that calls itself USDT too. */
export type Places = {
  readonly token: Hex;
  readonly lookalike: Hex;
  readonly checkout: Hex;
  /** The newest is the activeFault one. */
  readonly treasuries: Hex[];
};

/** A top-up as its buyer was asked to pay it. */
export type Wanted = {
  readonly userId: bigint;
  readonly wallet: Hex;
  readonly payMicro: bigint;
  readonly orderRef: Hex;
};

type Maker = (
  random: Random,
  places: Places,
  wanted: Wanted,
) => { events: SimEvent[]; claimedMicro?: bigint };

export const someAddress = (random: Random): Hex => `0x${hashOf(random.id()).slice(2, 42)}`;

/** No top-up asks for half a coin, so this can be nobody's amount. */
const nobodysAmount = (random: Random): bigint => BigInt(1 + random.below(900)) * 1_000_000n + 500_000n;

/** Money that arrives, as the token's own event says. */
const TRUE_PAYMENTS: readonly Maker[] = [
  // Twice as likely as the others.
  exactly,
  exactly,
  function byCheckout(random, { token, checkout }, { wallet, orderRef }) {
    const worth = {
      from: someAddress(random),
      to: wallet,
      amountMicro: nobodysAmount(random) + 1n,
      orderRef,
    };
    const approval = other(
      token,
      [APPROVAL_TOPIC, addressToTopic(worth.from), addressToTopic(checkout)],
      '0x',
    );
    return { events: [approval, transfer(token, worth, true), paid(checkout, worth)] };
  },
  function ofNobody(random, { token, treasuries }) {
    const worth = {
      from: someAddress(random),
      to: random.pick(treasuries),
      amountMicro: nobodysAmount(random),
    };
    return { events: [transfer(token, { ...worth, orderRef: null }, true)] };
  },
  function severalInOne(random, { token, treasuries }, { wallet, payMicro }) {
    const from = someAddress(random);
    const amounts = [payMicro, nobodysAmount(random), nobodysAmount(random)];
    const events = amounts.map((amountMicro, at) =>
      transfer(
        token,
        { from, to: at === 0 ? wallet : treasuries.at(-1)!, amountMicro, orderRef: null },
        true,
      ),
    );
    return { events: random.shuffle([...events, ...noise(random, token)]) };
  },
  function withFee(random, { token }, { wallet, payMicro }) {
    const from = someAddress(random);
    const net = { from, to: wallet, amountMicro: payMicro - 20_000n, orderRef: null };
    const fee = { from, to: someAddress(random), amountMicro: 20_000n, orderRef: null };
    return { events: [transfer(token, net, true), transfer(token, fee, false)], claimedMicro: payMicro };
  },
  function besideMalformedOnes(random, { token }, { wallet, payMicro }) {
    const worth = { from: someAddress(random), to: wallet, amountMicro: payMicro, orderRef: null };
    const [event, from, to] = topicsTo(random, wallet);
    const dirty: Hex = `0x${'ff'.repeat(12)}${wallet.slice(2)}`;
    const malformed = [
      other(token, [event!, from!, dirty], `0x${word(payMicro)}`),
      other(token, [event!, from!, to!], `0x${word(payMicro)}00`),
    ];
    return { events: random.shuffle([...malformed, transfer(token, worth, true)]) };
  },
  function besideALiar(random, { token }, { wallet, payMicro, orderRef }) {
    // A foreign contract names another reference for a payment that is not its own.
    const worth = { from: someAddress(random), to: wallet, amountMicro: payMicro, orderRef: null };
    return { events: [transfer(token, worth, true), paid(someAddress(random), { ...worth, orderRef })] };
  },
];

/** What looks like money of ours and is none. */
const FALSE_PAYMENTS: readonly Maker[] = [
  function ofALookalike(random, { lookalike }, { wallet, payMicro }) {
    return { events: [transfer(lookalike, { ...toUs(random, wallet), amountMicro: payMicro }, false)] };
  },
  function ofForgedEvents(random, _, { wallet, payMicro }) {
    return {
      events: [transfer(someAddress(random), { ...toUs(random, wallet), amountMicro: payMicro }, false)],
    };
  },
  function thatFailed(_random, _places, { payMicro }) {
    return { events: [], claimedMicro: payMicro };
  },
  function ofNothing(random, { token }, { wallet }) {
    return { events: [transfer(token, { ...toUs(random, wallet), amountMicro: 0n }, false)] };
  },
  function beyondBelief(random, { token }, { wallet }) {
    return { events: [transfer(token, { ...toUs(random, wallet), amountMicro: 2n ** 256n - 1n }, false)] };
  },
  function withFourTopics(random, { token }, { wallet, payMicro }) {
    return { events: [other(token, [...topicsTo(random, wallet), `0x${word(payMicro)}`], '0x')] };
  },
  function withTopicsInTheData(random, { token }, { wallet, payMicro }) {
    const data = `0x${word(BigInt(someAddress(random)))}${word(BigInt(wallet))}${word(payMicro)}` as const;
    return { events: [other(token, [TRANSFER_TOPIC], data)] };
  },
  function withDirtyTopic(random, { token }, { wallet, payMicro }) {
    const [event, from] = topicsTo(random, wallet);
    const dirty: Hex = `0x${'ff'.repeat(12)}${wallet.slice(2)}`;
    return { events: [other(token, [event!, from!, dirty], `0x${word(payMicro)}`)] };
  },
  function withLongData(random, { token }, { wallet, payMicro }) {
    return { events: [other(token, topicsTo(random, wallet), `0x${word(payMicro)}00`)] };
  },
  function fromOurselves(random, { token, treasuries }, { wallet, payMicro }) {
    const worth = { from: random.pick(treasuries), to: wallet, amountMicro: payMicro, orderRef: null };
    return { events: [transfer(token, worth, false)] };
  },
  function approved(random, { token }, { wallet, payMicro }) {
    const [, from, to] = topicsTo(random, wallet);
    return {
      events: [other(token, [APPROVAL_TOPIC, from!, to!], `0x${word(payMicro)}`)],
      claimedMicro: payMicro,
    };
  },
  function announcedOnly(random, { checkout }, { wallet, payMicro, orderRef }) {
    const worth = { from: someAddress(random), to: wallet, amountMicro: payMicro, orderRef };
    return { events: [paid(random.chance(0.5) ? checkout : someAddress(random), worth)] };
  },
];

function exactly(random: Random, { token }: Places, { wallet, payMicro }: Wanted): { events: SimEvent[] } {
  const worth = { from: someAddress(random), to: wallet, amountMicro: payMicro, orderRef: null };
  return { events: [...noise(random, token), transfer(token, worth, true)] };
}

/** Other people's money. */
function noise(random: Random, token: Hex): SimEvent[] {
  return Array.from({ length: random.below(3) }, () => {
    const worth = { ...toUs(random, someAddress(random)), amountMicro: nobodysAmount(random) };
    return transfer(token, worth, false);
  });
}

const toUs = (random: Random, wallet: Hex) => ({ from: someAddress(random), to: wallet, orderRef: null });
const topicsTo = (random: Random, wallet: Hex): Hex[] => [
  TRANSFER_TOPIC,
  addressToTopic(someAddress(random)),
  addressToTopic(wallet),
];

/** A payment, a false event or unrelated traffic. */
export function makeTx(random: Random, places: Places, wanted: readonly Wanted[]): SimTx {
  const hash = hashOf(random.id());
  if (wanted.length === 0 || random.chance(0.2)) return { hash, events: noise(random, places.token) };
  const make = random.pick(random.chance(0.5) ? TRUE_PAYMENTS : FALSE_PAYMENTS);
  return { hash, ...make(random, places, random.pick(wanted)) };
}

/** A payment that never was, for a node to invent. */
export function makeFakePayment(
  random: Random,
  { token, treasuries }: Places,
  wanted: readonly Wanted[],
): SimEvent {
  const to = treasuries.at(-1)!;
  const amountMicro = wanted.at(-1)?.payMicro ?? nobodysAmount(random);
  return transfer(token, { from: someAddress(random), to, amountMicro, orderRef: null }, false);
}
