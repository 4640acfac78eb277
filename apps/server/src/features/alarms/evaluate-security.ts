import type { Ctx } from '../../platform/context.ts';
import { findLastOf } from '../../platform/audit/audit.sql.ts';
import { listGuesses } from '../../platform/security/security-events.sql.ts';
import { listOpenProposals, type ProposalRow } from '../approvals/index.ts';
import { nameUsers } from '../users/index.ts';
import type { AlarmCondition } from './alarm-condition.ts';

/** Refused events of one kind within an hour or two, about one user or from one address, that no person causes. */
const MANY_GUESSES = 50;
/** How long the return of an owner by the server's command stays an alarm. */
const RECOVERY_SHOWN_MS = 72 * 3_600_000;

const WORDS = {
  signIn: 'sign-ins',
  signInRefused: 'refused sign-ins',
  adminCallRefused: 'refused calls of the back office',
  unknownToken: 'calls with a token that does not exist',
};

/** Everything about people that currently calls for an alarm: guessing, changes to admins, an owner's return. */
export async function evaluateSecurity(ctx: Ctx): Promise<AlarmCondition[]> {
  const now = ctx.clock.now();
  const [guesses, changes, recovery] = await Promise.all([
    listGuesses(ctx.db, now, MANY_GUESSES),
    listOpenProposals(ctx.db, 'adminChangeApproved'),
    findLastOf(ctx.db, 'owner.recover', new Date(now.getTime() - RECOVERY_SHOWN_MS)),
  ]);
  const ids = guesses.flatMap(({ about }) => (about.startsWith('user:') ? [BigInt(about.slice(5))] : []));
  const names = ids.length === 0 ? new Map<bigint, string>() : await nameUsers(ctx, ids);
  const nameOf = (about: string): string =>
    about.startsWith('user:') ? `user ${names.get(BigInt(about.slice(5))) ?? about.slice(5)}` : about;
  const of = (kind: AlarmCondition['kind'], about: string, detail: string): AlarmCondition => ({
    kind,
    network: null,
    about,
    detail,
  });
  return [
    ...guesses.map(({ about, kind, count }) =>
      of(
        'guessing',
        `${kind} ${about}`,
        `${WORDS[kind]} about ${nameOf(about)}: ${roundedDown(count)} or more`,
      ),
    ),
    ...changes.map((row) => of('adminChangeProposed', `proposal:${row.id}`, describe(row))),
    ...(recovery
      ? [
          of(
            'ownerRecovered',
            `entry:${recovery.id}`,
            `${recovery.subject} at ${recovery.at.toISOString()}, by the command on the server`,
          ),
        ]
      : []),
  ];
}

/** To one digit, so that the detail is not rewritten at every look. */
const roundedDown = (count: number): number => {
  const unit = 10 ** Math.floor(Math.log10(count));
  return Math.floor(count / unit) * unit;
};

function describe({ terms, proposer, state, due_at: due }: ProposalRow): string {
  const about = terms['username'] ?? terms['role'];
  const when = due === null ? 'pending approval' : `takes effect ${due.toISOString()}`;
  return `${proposer ?? 'someone'} proposed a change (${terms['change']}) to ${about}; ${when} (${state}). Any admin can reject it.`;
}
