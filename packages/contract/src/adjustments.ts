import * as z from 'zod/mini';
import { PositiveAmount, Id } from './wire/values.ts';
import { Proposal, Reason } from './approvals.ts';
import { endpoints } from './wire/endpoint.ts';

export const adjustmentsEndpoints = endpoints({
  adjustBalance: {
    freshCode: true,
    summary: "Propose to credit or debit a user's balance by hand; a second person approves",
    idempotent: true,
    params: z.object({ id: Id }),
    body: z.object({ direction: z.enum(['credit', 'debit']), amount: PositiveAmount, reason: Reason }),
    data: Proposal,
  },
});
