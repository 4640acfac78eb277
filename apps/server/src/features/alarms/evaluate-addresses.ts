import type { Finding, Network } from '@portside/contract';
import { listAppliedSince, type AppliedChange } from '../../platform/audit/audit.sql.ts';
import type { Ctx } from '../../platform/context.ts';
import type { ProposalRow } from '../approvals/index.ts';
import { condition, SHOWN_MS, type AlarmCondition } from './alarm-condition.ts';
import { findingsOfState, NONE } from './evaluate-security.ts';

const PARTS = ['wallet', 'contract', 'checkout', 'factory'] as const;
type Facts = Readonly<Record<string, unknown>>;

/**
 * One condition for each proposal, so that a new proposal raises a new alarm; of a kind of its own where an address
 * could be taken for one of the shop's.
 */
export function proposedAddress({ id, terms, proposer, due_at: due }: ProposalRow): AlarmCondition {
  const parts = PARTS.flatMap((part): Finding[] => {
    const replaced = replacedPart(part, terms[`former_${part}_address`], terms[`${part}_address`]);
    const alike = terms[`${part}_looks_like`];
    if (replaced === null) return [];
    return [replaced, ...(alike ? [{ code: 'looksLike', facts: { address: String(alike) } } as const] : [])];
  });
  const isAlike = (['wallet', 'checkout', 'factory'] as const).some((part) =>
    Boolean(terms[`${part}_looks_like`]),
  );
  const kind = isAlike ? 'lookAlikeProposed' : 'addressProposed';
  const by: Finding = { code: 'addressesProposed', facts: { who: proposer ?? NONE } };
  return condition(kind, terms['type'] as Network, [by, ...parts, ...findingsOfState(due)], `proposal:${id}`);
}

/** Addresses that a proposal has changed lately: whoever got one applied unseen is seen now. One alarm for each. */
export async function evaluateAddresses({ db, clock }: Ctx): Promise<AlarmCondition[]> {
  const since = new Date(clock.now().getTime() - SHOWN_MS);
  const changes = await listAppliedSince(db, 'paymentMethod.change', since);
  return changes.map((change) =>
    condition('addressChanged', networkOf(change), findingsOfChange(change), `entry:${change.id}`),
  );
}

const networkOf = ({ subject }: AppliedChange): Network => subject.split(':')[1] as Network;

function findingsOfChange({ at, before, after }: AppliedChange): Finding[] {
  const [former, present] = [(before ?? {}) as Facts, (after ?? {}) as Facts];
  const parts = PARTS.map((part) =>
    replacedPart(part, former[`${part}_address`], present[`${part}_address`]),
  ).filter((one) => one !== null);
  return [...parts, { code: 'addressesApplied', facts: { at: at.toISOString() } }];
}

/** Null where both are the same. */
function replacedPart(part: (typeof PARTS)[number], former: unknown, present: unknown): Finding | null {
  const [before, after] = [textOf(former), textOf(present)];
  return before === after ? null : { code: `${part}Replaced`, facts: { before, after } };
}

const textOf = (address: unknown): string => (typeof address === 'string' ? address : NONE);
