import type { Fault } from './fault.ts';
import { VIEW_FAULTS } from './view-faults.ts';
import { ANSWER_FAULTS } from './answer-faults.ts';
import { TRANSPORT_FAULTS } from './transport-faults.ts';

export const FAULTS: readonly Fault[] = [...VIEW_FAULTS, ...ANSWER_FAULTS, ...TRANSPORT_FAULTS];
