import { presentProposal } from './list-proposals.ts';
import { propose } from './propose.ts';
import {
  countReadyApprovers,
  hasOtherPermissionHolder,
  listUsersWithRole,
  recordTies,
} from './second-person.sql.ts';
import { findProposals, type Approved } from './approvals.sql.ts';
import { paths, APPROVING_ACTIONS, type Proposal, type UserStatus } from '@portside/contract';
import { requireUser } from '../../platform/actor.ts';
import type { Ctx, Events } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';

const ACTION = paths.setUserRole[2];

/**
 * Proposes a change to an admin, or to a role that people have. A third person approves it; without one, whoever
 * it is about can agree to it. Time never decides, or one of two owners could take over the other. Every admin can veto
 * it. Needs `role.grant` (noPermission).
 */
export async function proposeAdminChange(
  ctx: Ctx,
  terms: AdminChangeTerms,
  aboutUserId?: bigint,
): Promise<Proposal> {
  const { userId } = requireUser(ctx.actor);
  const hasThird =
    aboutUserId !== undefined && (await hasOtherPermissionHolder(ctx, ACTION, [userId, aboutUserId]));
  const row = await propose(ctx, {
    kind: 'adminChangeApproved',
    subject: 'user_id' in terms ? `user:${terms.user_id}` : `role:${terms.role_id}`,
    terms,
    reason: '',
    action: ACTION,
    needsPerson: true,
    ...(hasThird && { beneficiaryId: aboutUserId }),
  });
  return presentProposal(row, ctx.actor);
}

/** A change to an admin as its proposal stores it: ids as text, and the names that were shown when it was proposed. */
export type AdminChangeTerms =
  | (OfUser & { readonly change: 'status'; readonly former_status: UserStatus; readonly status: UserStatus })
  | (OfUser & { readonly change: 'sessions' })
  | (OfUser & { readonly change: 'twoFactor' })
  | (OfUser & { readonly change: 'role'; readonly former_role: string | null } & (RoleTerms | NoRole))
  | ({ readonly change: 'permissions'; readonly added: string; readonly removed: string } & RoleTerms);

type OfUser = { readonly user_id: string; readonly username: string };

type NoRole = { readonly role_id: null };

/** The role's permissions before and after: exactly this is approved. */
type RoleTerms = {
  readonly role_id: string;
  readonly role: string;
  readonly menus: string;
  readonly permissions: string;
};

/** Permissions as a proposal stores them. */
export const joinNames = (names: Iterable<string>): string => [...names].toSorted().join(' ');

/** The reverse of `joinNames`. */
export const splitNames = (text: string): string[] => text.split(' ').filter((name) => name !== '');

/**
 * Whether giving these permissions takes a second person: they can approve, and there are two people who can give them.
 * Otherwise one of these could make a person, wait until the tie to them ends, and approve with them.
 */
export async function needsSecondPerson(ctx: Ctx, given: ReadonlySet<string>): Promise<boolean> {
  if (ctx.actor.kind === 'system' || !APPROVING_ACTIONS.some((action) => given.has(action))) return false;
  return (await countReadyApprovers(ctx, 'role.grant')) >= 2;
}

declare module '../../platform/events.ts' {
  interface EventPayloads {
    adminChangeApproved: Approved<AdminChangeTerms>;
  }
}

type Change = AdminChangeTerms['change'];
/** How a feature makes its kinds of changes, as the system. */
type Appliers = {
  readonly [C in Change]?: (
    ctx: Ctx,
    terms: Extract<AdminChangeTerms, { readonly change: C }>,
  ) => Promise<unknown>;
};

/**
 * Makes those changes to admins that a second person has approved; both parties count as having set up who it is about.
 * Refuses one that nobody has approved (secondPersonNeeded): earlier versions let some wait for their time.
 */
export function onAdminChange(events: Events, appliers: Appliers): void {
  events.on('adminChangeApproved', async (ctx, { proposalId, terms }) => {
    const apply = appliers[terms.change] as
      | ((ctx: Ctx, terms: AdminChangeTerms) => Promise<unknown>)
      | undefined;
    if (!apply) return;
    const [proposal] = await findProposals(ctx.db, [proposalId]);
    if (proposal?.approved_by == null) refuse('secondPersonNeeded');
    await apply(ctx, terms);
    if (terms.change === 'status' || terms.change === 'sessions') return;
    const about =
      terms.change === 'permissions'
        ? await listUsersWithRole(ctx.db, BigInt(terms.role_id))
        : [BigInt(terms.user_id)];
    for (const party of [proposal.proposed_by, proposal.approved_by])
      if (party != null) await recordTies(ctx, about, party);
  });
}
