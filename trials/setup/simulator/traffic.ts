import { addressToTopic, TRANSFER_TOPIC } from '@portside/chain/scanning/topics';
import type { Hex } from 'viem';
import type { Random } from '../random.ts';
import { hashOf, type SimEvent, type SimTx } from './chain-model.ts';
import { APPROVAL_TOPIC, other, paid, transfer, word } from './events.ts';

/** The addresses of a run. `lookalike` is a token that calls itself USDT too. */
export type Places = {
  readonly token: Hex;
  readonly lookalike: Hex;
  readonly checkout: Hex;
  /** The newest is the active one. */
  readonly treasuries: Hex[];
  /** Buyers' own addresses, of former treasuries too. */
  readonly own: Hex[];
  /** In the token's own units. */
  readonly unitsPerMicro: bigint;
  /** A payment to an own address is credited at once from this amount. */
  readonly minimumMicro: bigint;
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
) => { events: SimEvent[]; claimedUnits?: bigint };

export const someAddress = (random: Random): Hex => `0x${hashOf(random.id()).slice(2, 42)}`;

/** No top-up asks for half a coin, so this is nobody's amount. */
const nobodysAmount = (random: Random): bigint => BigInt(1 + random.below(900)) * 1_000_000n + 500_000n;

/** A token with finer units pays a fraction of a micro-USDT more: it is rounded down, so the payment stays the same. */
function inUnits(random: Random, { unitsPerMicro }: Places, amountMicro: bigint): bigint {
  const isRound = unitsPerMicro === 1n || random.chance(0.3);
  return amountMicro * unitsPerMicro + (isRound ? 0n : BigInt(random.below(Number(unitsPerMicro))));
}

/** Money that arrives, as the token's own event says. */
const TRUE_PAYMENTS: readonly Maker[] = [
  // Twice as likely as the others.
  exactly,
  exactly,
  function byCheckout(random, places, { wallet, orderRef }) {
    const { token, checkout } = places;
    const worth = {
      from: someAddress(random),
      to: wallet,
      units: inUnits(random, places, nobodysAmount(random) + 1n),
      orderRef,
    };
    const approval = other(
      token,
      [APPROVAL_TOPIC, addressToTopic(worth.from), addressToTopic(checkout)],
      '0x',
    );
    return { events: [approval, transfer(token, worth, true), paid(checkout, worth)] };
  },
  function ofNobody(random, places) {
    const { token, treasuries } = places;
    const worth = {
      from: someAddress(random),
      to: random.pick(treasuries),
      units: inUnits(random, places, nobodysAmount(random)),
    };
    return { events: [transfer(token, { ...worth, orderRef: null }, true)] };
  },
  function severalInOne(random, places, { wallet, payMicro }) {
    const { token, treasuries } = places;
    const from = someAddress(random);
    const amounts = [payMicro, nobodysAmount(random), nobodysAmount(random)];
    const events = amounts.map((amountMicro, at) => {
      const units = inUnits(random, places, amountMicro);
      return transfer(
        token,
        { from, to: at === 0 ? wallet : treasuries.at(-1)!, units, orderRef: null },
        true,
      );
    });
    return { events: random.shuffle([...events, ...noise(random, places)]) };
  },
  function withFee(random, places, { wallet, payMicro }) {
    const { token, unitsPerMicro } = places;
    const from = someAddress(random);
    const units = inUnits(random, places, payMicro - 20_000n);
    const net = { from, to: wallet, units, orderRef: null };
    const fee = { from, to: someAddress(random), units: 20_000n * unitsPerMicro, orderRef: null };
    const claimedUnits = payMicro * unitsPerMicro;
    return { events: [transfer(token, net, true), transfer(token, fee, false)], claimedUnits };
  },
  function besideMalformedOnes(random, places, { wallet, payMicro }) {
    const { token } = places;
    const units = inUnits(random, places, payMicro);
    const worth = { from: someAddress(random), to: wallet, units, orderRef: null };
    const [event, from, to] = topicsTo(random, wallet);
    const dirty: Hex = `0x${'ff'.repeat(12)}${wallet.slice(2)}`;
    const malformed = [
      other(token, [event!, from!, dirty], `0x${word(units)}`),
      other(token, [event!, from!, to!], `0x${word(units)}00`),
    ];
    return { events: random.shuffle([...malformed, transfer(token, worth, true)]) };
  },
  function besideALiar(random, places, { wallet, payMicro, orderRef }) {
    const { token } = places;
    // A foreign contract names another reference for a payment that is not its own.
    const units = inUnits(random, places, payMicro);
    const worth = { from: someAddress(random), to: wallet, units, orderRef: null };
    return { events: [transfer(token, worth, true), paid(someAddress(random), { ...worth, orderRef })] };
  },
];

/** What happens at buyers' own addresses only. */
const OWN_PAYMENTS: readonly Maker[] = [
  function belowTheMinimum(random, places, { wallet }) {
    const worth = { from: someAddress(random), to: wallet, units: smallUnits(random, places) };
    return { events: [transfer(places.token, { ...worth, orderRef: null }, true)] };
  },
  function severalBelowTheMinimum(random, places) {
    const events = Array.from({ length: 2 + random.below(4) }, () => {
      const to = random.pick(places.own);
      const worth = { from: someAddress(random), to, units: smallUnits(random, places), orderRef: null };
      return transfer(places.token, worth, true);
    });
    return { events };
  },
  function toSeveralOwners(random, places, { payMicro }) {
    const events = [...places.own, places.treasuries.at(-1)!].map((to) => {
      const units = inUnits(random, places, payMicro + BigInt(random.below(3)) * 1_000_000n + 500_000n);
      return transfer(places.token, { from: someAddress(random), to, units, orderRef: null }, true);
    });
    return { events: random.shuffle(events).slice(0, 3) };
  },
  function ofLessThanOneMicro(random, places, { wallet }) {
    const { token, unitsPerMicro } = places;
    if (unitsPerMicro === 1n) return { events: noise(random, places) };
    const units = BigInt(1 + random.below(Number(unitsPerMicro) - 1));
    return {
      events: [transfer(token, { from: someAddress(random), to: wallet, units, orderRef: null }, true)],
    };
  },
  function ofASweep(random, places) {
    const events = places.own.map((from) => {
      const units = inUnits(random, places, nobodysAmount(random));
      const moved = { from, to: random.pick(places.treasuries), units, orderRef: null };
      return { ...transfer(places.token, moved, false), isSweep: true as const };
    });
    return { events: random.shuffle(events).slice(0, 2) };
  },
];

/** Several together are enough, so that sums pass the minimum now and then. */
const smallUnits = (random: Random, places: Places): bigint =>
  inUnits(random, places, BigInt(1 + random.below(Number(places.minimumMicro) - 1)));

/** Looks like our money but is not. */
const FALSE_PAYMENTS: readonly Maker[] = [
  function ofALookalike(random, { lookalike, unitsPerMicro }, { wallet, payMicro }) {
    const units = payMicro * unitsPerMicro;
    return { events: [transfer(lookalike, { ...toUs(random, wallet), units }, false)] };
  },
  function ofForgedEvents(random, { unitsPerMicro }, { wallet, payMicro }) {
    const units = payMicro * unitsPerMicro;
    return { events: [transfer(someAddress(random), { ...toUs(random, wallet), units }, false)] };
  },
  function thatFailed(_random, { unitsPerMicro }, { payMicro }) {
    return { events: [], claimedUnits: payMicro * unitsPerMicro };
  },
  function ofNothing(random, { token }, { wallet }) {
    return { events: [transfer(token, { ...toUs(random, wallet), units: 0n }, false)] };
  },
  function beyondBelief(random, { token }, { wallet }) {
    return { events: [transfer(token, { ...toUs(random, wallet), units: 2n ** 256n - 1n }, false)] };
  },
  function withFourTopics(random, { token, unitsPerMicro }, { wallet, payMicro }) {
    const units: Hex = `0x${word(payMicro * unitsPerMicro)}`;
    return { events: [other(token, [...topicsTo(random, wallet), units], '0x')] };
  },
  function withTopicsInTheData(random, { token, unitsPerMicro }, { wallet, payMicro }) {
    const words = [BigInt(someAddress(random)), BigInt(wallet), payMicro * unitsPerMicro].map(word);
    return { events: [other(token, [TRANSFER_TOPIC], `0x${words.join('')}`)] };
  },
  function withDirtyTopic(random, { token, unitsPerMicro }, { wallet, payMicro }) {
    const [event, from] = topicsTo(random, wallet);
    const dirty: Hex = `0x${'ff'.repeat(12)}${wallet.slice(2)}`;
    return { events: [other(token, [event!, from!, dirty], `0x${word(payMicro * unitsPerMicro)}`)] };
  },
  function withLongData(random, { token, unitsPerMicro }, { wallet, payMicro }) {
    const data: Hex = `0x${word(payMicro * unitsPerMicro)}00`;
    return { events: [other(token, topicsTo(random, wallet), data)] };
  },
  function fromOurselves(random, { token, treasuries, own, unitsPerMicro }, { wallet, payMicro }) {
    const units = payMicro * unitsPerMicro;
    const worth = {
      from: random.pick(treasuries),
      to: wallet,
      units,
      orderRef: null,
      isFromShop: true,
    } as const;
    return { events: [transfer(token, worth, own.includes(wallet))] };
  },
  function approved(random, { token, unitsPerMicro }, { wallet, payMicro }) {
    const [, from, to] = topicsTo(random, wallet);
    const claimedUnits = payMicro * unitsPerMicro;
    return {
      events: [other(token, [APPROVAL_TOPIC, from!, to!], `0x${word(claimedUnits)}`)],
      claimedUnits,
    };
  },
  function announcedOnly(random, { checkout, unitsPerMicro }, { wallet, payMicro, orderRef }) {
    const units = payMicro * unitsPerMicro;
    const worth = { from: someAddress(random), to: wallet, units, orderRef };
    return { events: [paid(random.chance(0.5) ? checkout : someAddress(random), worth)] };
  },
];

function exactly(random: Random, places: Places, { wallet, payMicro }: Wanted): { events: SimEvent[] } {
  const units = inUnits(random, places, payMicro);
  const worth = { from: someAddress(random), to: wallet, units, orderRef: null };
  return { events: [...noise(random, places), transfer(places.token, worth, true)] };
}

/** Other people's money. */
function noise(random: Random, { token, unitsPerMicro }: Places): SimEvent[] {
  return Array.from({ length: random.below(3) }, () => {
    const units = nobodysAmount(random) * unitsPerMicro;
    return transfer(token, { ...toUs(random, someAddress(random)), units }, false);
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
  if (random.chance(0.2)) return { hash, events: noise(random, places) };
  if (places.own.length > 0 && random.chance(0.5)) return { hash, ...makeOwnTx(random, places, wanted) };
  if (wanted.length === 0) return { hash, events: noise(random, places) };
  const make = random.pick(random.chance(0.5) ? TRUE_PAYMENTS : FALSE_PAYMENTS);
  return { hash, ...make(random, places, random.pick(wanted)) };
}

/** Pays a top-up's amount to somebody's own address, even another buyer's: the address alone decides. */
function makeOwnTx(random: Random, places: Places, wanted: readonly Wanted[]): Omit<SimTx, 'hash'> {
  const asked = wanted.length > 0 ? random.pick(wanted) : null;
  const own = {
    userId: 0n,
    wallet: random.pick(places.own),
    payMicro: asked?.payMicro ?? nobodysAmount(random),
    orderRef: asked?.orderRef ?? hashOf(random.id()),
  };
  const kinds = random.chance(0.25) ? FALSE_PAYMENTS : random.pick([OWN_PAYMENTS, TRUE_PAYMENTS]);
  return random.pick(kinds)(random, places, own);
}

/** A payment that never happened, for a node to invent. */
export function makeFakePayment(random: Random, places: Places, wanted: readonly Wanted[]): SimEvent {
  const { token, own, treasuries, unitsPerMicro } = places;
  const to = own.length > 0 && random.chance(0.5) ? random.pick(own) : treasuries.at(-1)!;
  const units = (wanted.at(-1)?.payMicro ?? nobodysAmount(random)) * unitsPerMicro;
  return transfer(token, { from: someAddress(random), to, units, orderRef: null }, false);
}
