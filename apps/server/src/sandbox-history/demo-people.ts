/** A buyer of the demo shop. Days are counted back from the present. */
export type DemoBuyer = {
  readonly username: string;
  readonly joined: number;
  /** Whether they came by the agent's link. */
  readonly isReferred: boolean;
  /** Day and amount in USDT. */
  readonly topUps: readonly (readonly [day: number, amount: string])[];
  /** How many orders they place on a day, on average. */
  readonly ordersADay: number;
};

const buyer = (
  username: string,
  [joined, ordersADay]: readonly [joined: number, ordersADay: number],
  isReferred: boolean,
  ...topUps: readonly (readonly [day: number, amount: string])[]
): DemoBuyer => ({ username, joined, isReferred, ordersADay, topUps });

export const DEMO_BUYERS: readonly DemoBuyer[] = [
  buyer('mara.lindqvist', [30, 1.4], true, [30, '200'], [21, '300'], [11, '250'], [3, '300']),
  buyer('tobias.reuter', [29, 1.1], false, [29, '500'], [14, '500'], [2, '400']),
  buyer('chen-studio', [27, 1.3], true, [27, '1000'], [9, '1200']),
  buyer('joana.prado', [25, 0.8], true, [25, '60'], [17, '100'], [8, '120'], [1, '150']),
  buyer('dmitri-opt', [24, 1], false, [24, '400'], [12, '400'], [4, '350']),
  buyer('kofi88', [21, 0.6], false, [21, '80'], [6, '80']),
  buyer('yuki-media', [18, 1], true, [18, '300'], [5, '250']),
  buyer('annika', [15, 0.6], false, [15, '50'], [7, '100']),
  buyer('rui.campos', [12, 0.8], true, [12, '150'], [1, '200']),
  buyer('petrova_a', [9, 1], false, [9, '220']),
  buyer('liwei', [6, 1.1], true, [6, '100'], [0, '100']),
  buyer('sam-orders', [3, 1.6], false, [3, '180']),
];
