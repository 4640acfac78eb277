import type { Finding, FindingCode } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { findLastOf } from '../../platform/audit/audit.sql.ts';
import { listGuesses, type Guesses } from '../../platform/security/security-events.sql.ts';
import type { AdminChangeTerms } from '../admin-changes/index.ts';
import { listOpenProposals, type ProposalRow } from '../approvals/index.ts';
import { nameUsers } from '../users/index.ts';
import { condition, SHOWN_MS, type AlarmCondition } from './alarm-condition.ts';

/** Refused events of one kind within an hour or two, about one user or from one address, that no person causes. */
const MANY_GUESSES = 50;

const GUESSED = {
  signInRefused: 'refusedSignIns',
  adminCallRefused: 'refusedAdminCalls',
  unknownToken: 'unknownTokens',
} as const satisfies Record<Guesses['kind'], FindingCode>;
const PROPOSED: Readonly<Record<AdminChangeTerms['change'], Extract<FindingCode, `admin${string}Proposed`>>> =
  {
    status: 'adminStatusProposed',
    sessions: 'adminSessionsProposed',
    twoFactor: 'adminTwoFactorProposed',
    role: 'adminRoleProposed',
    permissions: 'adminPermissionsProposed',
  };

/** Shown in a text where there is no name. */
export const NONE = '–';

/** Everything about people that currently calls for an alarm: guessing, changes to admins, an owner's return. */
export async function evaluateSecurity(ctx: Ctx): Promise<AlarmCondition[]> {
  const now = ctx.clock.now();
  const [guesses, changes, recovery] = await Promise.all([
    listGuesses(ctx.db, now, MANY_GUESSES),
    listOpenProposals(ctx.db, 'adminChangeApproved'),
    findLastOf(ctx.db, 'owner.recover', new Date(now.getTime() - SHOWN_MS)),
  ]);
  const subjects = [...guesses.map(({ about }) => about), ...(recovery ? [recovery.subject] : [])];
  const ids = subjects.flatMap((about) => (about.startsWith('user:') ? [BigInt(about.slice(5))] : []));
  const names = ids.length === 0 ? new Map<bigint, string>() : await nameUsers(ctx, ids);
  const whoIs = (about: string): string =>
    about.startsWith('user:')
      ? (names.get(BigInt(about.slice(5))) ?? about.slice(5))
      : about.replace('address ', '');
  return [
    ...guesses.map(({ about, kind, count }) =>
      condition(
        'guessing',
        null,
        [{ code: GUESSED[kind], facts: { who: whoIs(about), count: roundedDown(count) } }],
        `${kind} ${about}`,
      ),
    ),
    ...changes.map((row) => condition('adminChangeProposed', null, findingsOf(row), `proposal:${row.id}`)),
    ...(recovery
      ? [
          condition(
            'ownerRecovered',
            null,
            [
              {
                code: 'ownerRecovered',
                facts: { user: whoIs(recovery.subject), at: recovery.at.toISOString() },
              },
            ],
            `entry:${recovery.id}`,
          ),
        ]
      : []),
  ];
}

/** To one digit, so that the findings are not rewritten at every look. */
const roundedDown = (count: number): number => {
  const unit = 10 ** Math.floor(Math.log10(count));
  return Math.floor(count / unit) * unit;
};

function findingsOf({ terms, proposer, due_at: due }: ProposalRow): Finding[] {
  const about = String(terms['username'] ?? terms['role'] ?? NONE);
  const code = PROPOSED[terms['change'] as AdminChangeTerms['change']];
  return [{ code, facts: { who: proposer ?? NONE, about } }, ...findingsOfState(due)];
}

/** Whether a proposal still needs a second person or when it takes effect, and that any admin can reject it. */
export const findingsOfState = (due: Date | null): Finding[] => [
  due === null
    ? { code: 'approvalPending', facts: {} }
    : { code: 'effectPending', facts: { at: due.toISOString() } },
  { code: 'anyAdminMayReject', facts: {} },
];
