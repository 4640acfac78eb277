import type { Fault } from './fault.ts';
import { FAULTS_OF_SIGHT } from './faults-of-sight.ts';
import { FAULTS_OF_SPEECH } from './faults-of-speech.ts';
import { FAULTS_OF_TRANSPORT } from './faults-of-transport.ts';

export const FAULTS: readonly Fault[] = [...FAULTS_OF_SIGHT, ...FAULTS_OF_SPEECH, ...FAULTS_OF_TRANSPORT];
