import { Anchor, Button, Skeleton, Textarea, TextInput } from '@mantine/core';
import type { AdminDeposit, DepositCandidate, Network, Proposal } from '@portside/contract';
import { useState, useRef } from 'react';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { formatDateTime } from '../../lib/format/times.ts';
import { Link } from 'wouter';
import { useFindings } from '../../locales/office-wording.ts';
import { Allowed } from '../../ui/layout/allowed.tsx';
import { Fact, Facts, LongText } from '../../ui/data/facts.tsx';
import { Money } from '../../ui/data/money.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import classes from './deposits.module.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { query } from '../../lib/api/query.ts';
import { formatUsdt } from '../../lib/format/numbers.ts';
import { StatusBadge, type Tone } from '../../ui/data/status-badge.tsx';
import { LoadFailure } from '../../ui/messages/empty-state.tsx';
import { formatAddress } from '@portside/chain/networks/address';
import { useForm } from '@mantine/form';
import { SHORTEST_REASON } from '@portside/contract/wire/limits';
import type { call } from '../../lib/api/call.ts';
import { randomKey } from '../../lib/random-key.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import { useFormCall } from '../../ui/fields/use-form-call.ts';

const WIDTH_PX = 620;

/** One deposit: its transaction, and the decisions that two people can make about it. */
export function DepositSheet({ deposit, onClose }: { deposit: AdminDeposit; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const wordFindings = useFindings();
  const { state } = deposit;
  return (
    <Sheet title={t('deposits.one')} side="end" size={WIDTH_PX} onClose={onClose}>
      <p className={classes.head}>
        <strong>
          <Money amount={deposit.amount} />
        </strong>
        <DepositStateBadge state={state} />
      </p>
      {deposit.held_reason && <p className={classes.reason}>{wordFindings(deposit.held_reason)}</p>}
      <Facts>
        <Fact name={t('deposits.field.tx_hash')}>
          <LongText text={deposit.tx_hash} link={{ href: deposit.tx_url, label: t('deposits.explorer') }} />
        </Fact>
        <Fact name={t('deposits.field.sender')}>
          <SenderText network={deposit.type} address={deposit.sender_address} />
        </Fact>
        <Fact name={t('deposits.field.receiver')}>
          <LongText text={deposit.receiver_address} />
        </Fact>
        <Fact name={t('deposits.field.block')}>
          <span className="figures">
            {deposit.block_number} · {deposit.ordinal} · {formatDateTime(deposit.block_time, language)}
          </span>
        </Fact>
        <Fact name={t('deposits.field.username')}>{deposit.username ?? '–'}</Fact>
        <Fact name={t('deposits.field.order')}>
          {deposit.order_id ? (
            <Anchor component={Link} to={`/admin/recharge?open=${deposit.order_id}`}>
              {deposit.order_id}
            </Anchor>
          ) : (
            '–'
          )}
        </Fact>
      </Facts>
      {(state === 'unmatched' || state === 'held' || state === 'small') && (
        <>
          <Allowed to="assignDeposit">
            <Assignment deposit={deposit} onDone={onClose} />
          </Allowed>
          <Allowed to="rejectDeposit">
            <DecisionForm deposit={deposit} decision="reject" onDone={onClose} />
          </Allowed>
        </>
      )}
      {state === 'credited' && (
        <Allowed to="reverseDeposit">
          <DecisionForm deposit={deposit} decision="reverse" onDone={onClose} />
        </Allowed>
      )}
    </Sheet>
  );
}

/** Credits a deposit to a suggested buyer, whose top-up it closes, or to any other user. */
function Assignment({ deposit, onDone }: { deposit: AdminDeposit; onDone: () => void }) {
  const [chosen, choose] = useState<DepositCandidate | null>(null);
  return (
    <>
      {deposit.state === 'unmatched' && (
        <DepositCandidates deposit={deposit} chosen={chosen} onChoose={choose} />
      )}
      <DecisionForm
        key={`${chosen?.username} ${chosen?.order_id}`}
        deposit={deposit}
        decision="assign"
        chosen={chosen}
        onDone={onDone}
      />
    </>
  );
}

type Props = {
  deposit: AdminDeposit;
  chosen: DepositCandidate | null;
  onChoose: (candidate: DepositCandidate) => void;
};

/** Buyers to whom an unmatched deposit may belong, best first, each with the reason to suggest them. */
function DepositCandidates({ deposit, chosen, onChoose }: Props) {
  const { t } = useTranslation('admin');
  const found = useQuery(query('listDepositCandidates', { params: { id: deposit.id } }));
  const items = found.data?.items;
  return (
    <section className={classes.candidates}>
      <h3>{t('deposits.candidates.title')}</h3>
      {found.isError && !items && <LoadFailure error={found.error} onRetry={() => void found.refetch()} />}
      {!items && !found.isError && <Skeleton height={64} />}
      {items?.length === 0 && <p className={classes.quiet}>{t('deposits.candidates.none')}</p>}
      {items && items.length > 0 && (
        <ul className={classes.list}>
          {items.map((candidate) => {
            const isChosen = isSame(candidate, chosen);
            return (
              <li key={`${candidate.username} ${candidate.order_id}`} data-chosen={isChosen || undefined}>
                <Candidate candidate={candidate} />
                <Button
                  size="xs"
                  variant={isChosen ? 'filled' : 'default'}
                  aria-pressed={isChosen}
                  onClick={() => onChoose(candidate)}
                >
                  {t('deposits.candidates.choose')}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

const isSame = (one: DepositCandidate, other: DepositCandidate | null): boolean =>
  one.username === other?.username && one.order_id === other.order_id;

function Candidate({ candidate }: { candidate: DepositCandidate }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { username, reason, at, wanted, difference, at_once: isAtOnce } = candidate;
  return (
    <div className={classes.candidate}>
      <span className={classes.name}>
        <strong>{username}</strong>
        <StatusBadge tone={isAtOnce ? 'good' : 'neutral'}>
          {t(isAtOnce ? 'deposits.candidates.atOnce' : 'deposits.candidates.two')}
        </StatusBadge>
      </span>
      <span className={classes.quiet}>
        {t(`deposits.candidates.${reason}`, { at: formatDateTime(at, language) })}
      </span>
      {wanted !== null && difference !== null && (
        <span className={`${classes.quiet} figures`}>
          {t('deposits.candidates.wanted', {
            wanted: formatUsdt(wanted, language),
            difference: formatUsdt(difference, language),
          })}
        </span>
      )}
    </div>
  );
}

type State = AdminDeposit['state'];

const TONES = {
  unmatched: 'warn',
  held: 'bad',
  credited: 'good',
  final: 'info',
  small: 'info',
  rejected: 'neutral',
  reversed: 'neutral',
} satisfies Record<State, Tone>;

/** In order of urgency. */
export const DEPOSIT_STATES = Object.keys(TONES) as State[];

export function DepositStateBadge({ state }: { state: State }) {
  const { t } = useTranslation('admin');
  return <StatusBadge tone={TONES[state]}>{t(`deposits.state.${state}`)}</StatusBadge>;
}

const NOBODY = `0x${'0'.repeat(40)}` as const;

/** A payment's sender. Tokens name the zero address for what a bridge or a mint has made. */
export function SenderText({ network, address }: { network: Network; address: string }) {
  const { t } = useTranslation('admin');
  return address === formatAddress(network, NOBODY) ? t('deposits.bridge') : <LongText text={address} />;
}

type Decision = 'assign' | 'reject' | 'reverse';
type DecisionProps = {
  deposit: AdminDeposit;
  decision: Decision;
  /** The suggested buyer; another one may be typed instead. */
  chosen?: DepositCandidate | null;
  onDone: () => void;
};
type Values = { username: string; reason: string };

/** Proposes a decision about a deposit; a colleague approves it unless one admin may decide alone. */
function DecisionForm({ deposit, decision, chosen = null, onDone }: DecisionProps) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const key = useRef(randomKey());
  const needsUser = decision === 'assign';
  const form = useForm<Values>({
    initialValues: { username: chosen?.username ?? deposit.username ?? '', reason: '' },
    validate: {
      username: (value) => (needsUser && value.trim() === '' ? t('deposits.decide.whoseMissing') : null),
      reason: (value) => (value.trim().length < SHORTEST_REASON ? t('deposits.decide.reasonMissing') : null),
    },
  });
  const isChosen = chosen !== null && form.values.username.trim() === chosen.username;
  const sendForm = useFormCall(form, { refusals: { userDoesNotExist: 'username' } });
  const send = useThrottledAction(async (values: Values) => {
    const proposal = await propose(
      sendForm,
      decision,
      deposit.id,
      { ...values, orderId: isChosen ? chosen.order_id : null },
      key.current,
    );
    toastSuccess(
      'decision',
      t(proposal.state === 'applied' ? 'deposits.decide.done' : 'deposits.decide.proposed'),
    );
    await client.invalidateQueries();
    onDone();
  });
  return (
    <form className={classes.form} onSubmit={form.onSubmit(send.run)} noValidate>
      <h3>{t(`deposits.decide.${decision}`)}</h3>
      {needsUser && (
        <TextInput
          label={t('deposits.field.username')}
          autoComplete="off"
          {...form.getInputProps('username')}
        />
      )}
      {isChosen && chosen.order_id !== null && (
        <p className={classes.lede}>{t('deposits.candidates.closes', { order: chosen.order_id })}</p>
      )}
      <Textarea label={t('deposits.decide.reason')} autosize minRows={2} {...form.getInputProps('reason')} />
      <ThrottledButton
        type="submit"
        action={send}
        variant={needsUser ? 'filled' : 'light'}
        color={needsUser ? 'marine' : 'red'}
      >
        {t(isChosen && chosen.at_once ? 'deposits.decide.now' : 'deposits.decide.submit')}
      </ThrottledButton>
    </form>
  );
}

function propose(
  send: typeof call,
  decision: Decision,
  id: string,
  values: Values & { orderId: string | null },
  idempotencyKey: string,
): Promise<Proposal> {
  const request = { params: { id }, body: { reason: values.reason.trim() } };
  if (decision === 'reject') return send('rejectDeposit', request, { idempotencyKey });
  if (decision === 'reverse') return send('reverseDeposit', request, { idempotencyKey });
  const body = {
    ...request.body,
    username: values.username.trim(),
    ...(values.orderId !== null && { order_id: values.orderId }),
  };
  return send('assignDeposit', { ...request, body }, { idempotencyKey });
}
