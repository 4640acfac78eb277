import { type Finding, type FindingCode, type Network, formatMicro } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { findLastOf, listAppliedSince, type AppliedChange } from '../../platform/audit/audit.sql.ts';
import { listGuesses, type Guesses } from '../../platform/security-events.sql.ts';
import { type AdminChangeTerms, listOpenProposals, type ProposalRow } from '../approvals/index.ts';
import { nameUsers } from '../users/index.ts';
import { condition, SHOWN_MS, type AlarmCondition } from './alarm-condition.ts';
import { listStartedWithBalances, type StartedImport } from '../user-imports/index.ts';

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
const NONE = '–';

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

/** To one digit, so that the findings do not change at every run. */
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
const findingsOfState = (due: Date | null): Finding[] => [
  due === null
    ? { code: 'approvalPending', facts: {} }
    : { code: 'effectPending', facts: { at: due.toISOString() } },
  { code: 'anyAdminMayReject', facts: {} },
];

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

/** Addresses changed by recent proposals: a change that slipped through is noticed now. One alarm each. */
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

/** Proposed and recent imports of balances from another shop. One alarm each. */
export async function evaluateImports({ db, clock }: Ctx): Promise<AlarmCondition[]> {
  const [proposals, started] = await Promise.all([
    listOpenProposals(db, 'userImportApproved'),
    listStartedWithBalances(db, new Date(clock.now().getTime() - SHOWN_MS)),
  ]);
  return [
    ...proposals
      .filter(({ terms }) => Number(terms['total']) > 0)
      .map((row) => condition('balancesProposed', null, findingsOfImport(row), `proposal:${row.id}`)),
    ...started.map((row) => condition('balancesImported', null, [importedOf(row)], `import:${row.id}`)),
  ];
}

function findingsOfImport({ terms, proposer, due_at: due }: ProposalRow): Finding[] {
  const proposed: Finding = {
    code: 'balancesProposed',
    facts: {
      who: proposer ?? NONE,
      file: String(terms['file']),
      users: Number(terms['users']),
      total: String(terms['total']),
    },
  };
  return [proposed, ...findingsOfState(due)];
}

const importedOf = (row: StartedImport): Finding => ({
  code: 'balancesImported',
  facts: {
    file: row.file_name,
    users: row.users,
    total: formatMicro(row.total_micro),
    at: row.started_at.toISOString(),
  },
});
