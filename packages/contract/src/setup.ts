import * as z from 'zod/mini';
import { endpoints } from './wire/endpoint.ts';
import { Nothing } from './wire/values.ts';

/** What a shop needs before it opens, in the best order. */
export const SETUP_STEPS = [
  'mail',
  'secondAdmin',
  'paymentMethods',
  'nodes',
  'sanctions',
  'terms',
  'product',
  'backup',
] as const;
export const SetupStep = z.enum(SETUP_STEPS);
export type SetupStep = z.infer<typeof SetupStep>;

/** A shop works without these, so an owner may skip them. */
export const SKIPPABLE_STEPS = ['secondAdmin', 'sanctions', 'terms', 'backup'] as const satisfies SetupStep[];

export const setupEndpoints = endpoints({
  readSetup: {
    summary:
      'What is left to set up, each step judged by facts; no steps in the sandbox and once everything was done',
    data: z.object({
      steps: z.array(
        z.object({
          step: SetupStep,
          state: z.enum(['open', 'done', 'skipped']),
          /** More detail if useful: the networks it is still open for. */
          detail: z.string(),
          can_skip: z.boolean(),
        }),
      ),
    }),
  },
  skipSetupStep: {
    summary: 'Mark a setup step as not needed here, or as needed again',
    params: z.object({ step: z.enum(SKIPPABLE_STEPS) }),
    body: z.object({ skipped: z.boolean() }),
    data: Nothing,
  },
});
