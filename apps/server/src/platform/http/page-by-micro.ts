import { refuse } from '../refusal.ts';
import type { MicroPlace } from '../db/by-micro.ts';

/** Null for the list's beginning. Refuses `invalidFormat` what is no such place. */
export function readMicroPlace(place: string | undefined): MicroPlace | null {
  if (place === undefined) return null;
  const [, micro, id] = /^(\d{1,18})\.(\d{1,18})$/.exec(place) ?? refuse('invalidFormat', 'cursor');
  return { micro: BigInt(micro!), id: BigInt(id!) };
}

export const writeMicroPlace = ({ micro, id }: MicroPlace): string => `${micro}.${id}`;
