import { PROPOSAL_STATES, type ProposalState } from '@portside/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextState, TRANSITIONS, type ProposalStep } from './proposal-states.ts';

test('only the transitions of the table are possible, in any order of steps', () => {
  const steps: ProposalStep[] = ['approve', 'cool', 'apply', 'fail', 'veto', 'expire'];
  const final = new Set<ProposalState>(['applied', 'vetoed', 'expired', 'failed']);
  fc.assert(
    fc.property(fc.constantFrom(...PROPOSAL_STATES), fc.array(fc.constantFrom(...steps)), (start, tried) => {
      let state = start;
      for (const step of tried) {
        const next = TRANSITIONS[state][step];
        if (next === undefined) expect(() => nextState(state, step)).toThrow();
        else expect(nextState(state, step)).toBe(next);
        if (final.has(state)) expect(next).toBeUndefined();
        state = next ?? state;
      }
    }),
  );
});
