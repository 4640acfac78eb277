import { Anchor, Button, Checkbox, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { parseAddress } from '@portside/chain/networks/address';
import { recordOf } from '@portside/chain/networks/registry';
import type { AgentPayoutRequest, PayoutState } from '@portside/contract';
import { parseMicro } from '@portside/contract/wire/money';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { call } from '../../lib/api/call.ts';
import { pages, queryKey } from '../../lib/api/query.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { formatUsdt } from '../../lib/format/numbers.ts';
import { transferCall } from '../../lib/wallet/calls.ts';
import { networkName } from '../../lib/networks/networks.ts';
import { checkOwner } from '../../lib/wallet/operator/signer.ts';
import { useOperatorWallet } from '../../lib/wallet/operator/use-operator-wallet.ts';
import { failureOf, type WalletProblem } from '../../lib/wallet/problems.ts';
import { useLanguage, useTranslation } from '../../locales/use-translation.ts';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { ConfirmButton, ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { PagedList, type Column } from '../../ui/data/data-list.tsx';
import { DateTime, Money } from '../../ui/data/money.tsx';
import { StatusBadge, type Tone } from '../../ui/data/status-badge.tsx';
import { ReasonForm } from '../../ui/fields/reason-form.tsx';
import { useFormCall } from '../../ui/fields/use-form-call.ts';
import { Allowed } from '../../ui/layout/allowed.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { Callout } from '../../ui/messages/callout.tsx';
import { LoadFailure } from '../../ui/messages/empty-state.tsx';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import { OperatorWalletProblem, WalletConnection } from '../../ui/wallet/wallet-connection.tsx';
import classes from './agents-admin.module.css';

/** What is asked for: all that is open, or everything of one user. Shows nothing where there is none. */
export function PayoutRequests({ userId }: { userId?: string }) {
  const { t } = useTranslation('admin');
  const filter = userId === undefined ? { state: 'open' as const } : { agent_id: userId };
  const list = useInfiniteQuery(pages('listPayouts', { query: filter }));
  const [opened, setOpened] = useState<string | null>(null);
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const columns = useColumns(userId === undefined, setOpened);
  const shown = rows.find(({ id }) => id === opened);
  if (list.isError && !list.data)
    return <LoadFailure error={list.error} onRetry={() => void list.refetch()} />;
  if (rows.length === 0) return null;
  return (
    <Panel title={t('agents.requests.title')} className={classes.requests}>
      <PagedList
        label={t('agents.requests.title')}
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        empty={null}
      />
      {shown && <PayoutSheet payout={shown} onClose={() => setOpened(null)} />}
    </Panel>
  );
}

const TONES = {
  requested: 'warn',
  approved: 'info',
  paying: 'info',
  sent: 'info',
  paid: 'good',
  rejected: 'bad',
  cancelled: 'neutral',
} satisfies Record<PayoutState, Tone>;

function PayoutBadge({ payout: { state, problem, proposal_id: proposal } }: { payout: AgentPayoutRequest }) {
  const { t } = useTranslation('admin');
  if (problem) return <StatusBadge tone="bad">{t(`agents.requests.problem.${problem}`)}</StatusBadge>;
  return (
    <StatusBadge tone={TONES[state]} isLive={state === 'sent'}>
      {t(proposal ? 'agents.requests.second' : `agents.requests.state.${state}`)}
    </StatusBadge>
  );
}

function useColumns(isOfAll: boolean, open: (id: string) => void): Column<AgentPayoutRequest>[] {
  const { t } = useTranslation('admin');
  return [
    {
      key: 'agent',
      title: t(isOfAll ? 'agents.field.username' : 'agents.requests.at'),
      onCard: 'heading',
      render: ({ agent, created_at: at }) =>
        isOfAll ? <strong>{agent.platform_name || agent.username}</strong> : <DateTime at={at} />,
    },
    {
      key: 'kind',
      title: t('agents.requests.kindTitle'),
      render: ({ kind }) => t(`agents.requests.kind.${kind}`),
    },
    {
      key: 'amount',
      title: t('agents.payout.amount'),
      align: 'end',
      render: ({ amount }) => <Money amount={amount} />,
    },
    {
      key: 'to',
      title: t('agents.requests.to'),
      onCard: 'wide',
      render: (one) => (
        <span className={classes.note}>
          {networkName(one.type)} <code translate="no">{one.address}</code>
        </span>
      ),
    },
    { key: 'state', title: t('agents.field.state'), render: (one) => <PayoutBadge payout={one} /> },
    {
      key: 'open',
      title: '',
      render: ({ id }) => (
        <Button size="xs" variant="default" onClick={() => open(id)}>
          {t('agents.requests.open')}
        </Button>
      ),
    },
  ];
}

/** Refetches what a payout changes. */
function useChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const names = [
      'listPayouts',
      'readAgentCommission',
      'readAgent',
      'listAgents',
      'listAgentStatement',
      'listProposals',
    ] as const;
    await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: queryKey(name) })));
  };
}

const WIDTH_PX = 620;

function PayoutSheet({ payout, onClose }: { payout: AgentPayoutRequest; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const changed = useChanged();
  const { id, state, agent } = payout;
  const isDoubtful = payout.kind === 'balance' && !payout.is_signed;
  const [isChecked, setIsChecked] = useState(false);
  const approve = useThrottledAction(async () => {
    const { proposal } = await call('approvePayout', {
      params: { id },
      query: { is_checked: isChecked ? 'true' : 'false' },
    });
    toastSuccess('payout', t(proposal ? 'agents.requests.proposed' : 'agents.requests.approved'));
    await changed();
  });
  return (
    <Sheet
      title={t('agents.requests.one', { name: agent.platform_name || agent.username })}
      side="end"
      size={WIDTH_PX}
      onClose={onClose}
    >
      <div className={classes.panel}>
        <PayoutFacts payout={payout} />
        {state === 'requested' && payout.proposal_id === null && (
          <Allowed to="approvePayout">
            {isDoubtful && (
              <Callout tone="warn" title={t('agents.requests.unsigned')}>
                <Checkbox
                  mt="xs"
                  label={t('agents.requests.checked')}
                  checked={isChecked}
                  onChange={({ currentTarget }) => setIsChecked(currentTarget.checked)}
                />
              </Callout>
            )}
            <ThrottledButton action={approve} disabled={isDoubtful && !isChecked}>
              {t('agents.requests.approve')}
            </ThrottledButton>
          </Allowed>
        )}
        {payout.proposal_id !== null && (
          <Callout tone="warn">
            <Link to="/admin/dataBoard#proposals">{t('agents.requests.proposed')}</Link>
          </Callout>
        )}
        {(state === 'approved' || state === 'paying') && (
          <Allowed to="startPayout">
            <Pay payout={payout} />
          </Allowed>
        )}
        {(state === 'approved' || state === 'paying' || state === 'sent') && (
          <Allowed to="recordPayoutTransaction">
            <HashForm payout={payout} />
          </Allowed>
        )}
        {(state === 'requested' || state === 'approved' || state === 'paying') && (
          <Allowed to="rejectPayout">
            <RejectForm payout={payout} />
          </Allowed>
        )}
      </div>
    </Sheet>
  );
}

function PayoutFacts({ payout }: { payout: AgentPayoutRequest }) {
  const { t } = useTranslation('admin');
  const { agent, amount, type, address, reason, tx_hash: hash, tx_url: url } = payout;
  const { approved_by: approver, paid_by: payer } = payout;
  const payableAt = payout.state === 'paid' ? null : payout.payable_at;
  return (
    <dl className={classes.facts}>
      <dt>{t('agents.payout.amount')}</dt>
      <dd>
        <strong>
          <Money amount={amount} />
        </strong>
      </dd>
      <dt>{t('agents.requests.to')}</dt>
      <dd>
        {networkName(type)} <code translate="no">{address}</code> <CopyButton text={address} />
      </dd>
      <dt>{t('agents.requests.kindTitle')}</dt>
      <dd>
        {t(`agents.requests.kind.${payout.kind}`)}
        {payout.kind === 'balance' && payout.is_signed && ` · ${t('agents.requests.signed')}`}
      </dd>
      {payableAt && <dt>{t('agents.requests.payableAt')}</dt>}
      {payableAt && (
        <dd>
          <DateTime at={payableAt} />
        </dd>
      )}
      <dt>{t('agents.field.username')}</dt>
      <dd>
        <Anchor component={Link} inherit to={`/admin/user?open=${agent.id}`}>
          {agent.username}
        </Anchor>
      </dd>
      <dt>{t('agents.field.state')}</dt>
      <dd>
        <PayoutBadge payout={payout} /> <DateTime at={payout.changed_at} />
      </dd>
      {approver && <dt>{t('agents.requests.approvedBy')}</dt>}
      {approver && <dd>{approver}</dd>}
      {payer && <dt>{t('agents.requests.paidBy')}</dt>}
      {payer && <dd>{payer}</dd>}
      {hash && <dt>{t('agents.requests.hash')}</dt>}
      {hash && (
        <dd>
          <Anchor {...(url ? { href: url } : {})} target="_blank" rel="noreferrer" inherit>
            <code translate="no">{hash}</code>
          </Anchor>
        </dd>
      )}
      {reason && <dt>{t('agents.requests.reason')}</dt>}
      {reason && <dd>{reason}</dd>}
    </dl>
  );
}

/** Pays from a wallet of the operator's own: exactly this amount to this address. No key reaches the shop. */
function Pay({ payout }: { payout: AgentPayoutRequest }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const changed = useChanged();
  const { id, type, chain_id: chainId, amount, address, contract_address: token, state } = payout;
  const wallet = useOperatorWallet({ network: type, chainId });
  const [problem, setProblem] = useState<WalletProblem | null>(null);
  /** What the wallet has sent, until the shop knows it. */
  const [unrecorded, setUnrecorded] = useState<string | null>(null);
  const { signer } = wallet;
  const pay = async () => {
    if (!signer) return;
    setProblem(null);
    await call('startPayout', { params: { id }, body: { again: state === 'paying' } });
    try {
      const transfer = transferCall({
        token: parseAddress(type, token),
        treasury: parseAddress(type, address),
        amountMicro: parseMicro(amount),
        decimals: recordOf(type).token.decimals,
      });
      await signer.account.tryCall(signer.owner, transfer);
      await checkOwner(signer, transfer);
      const hash = await signer.account.send(signer.owner, transfer);
      setUnrecorded(hash);
      await call('recordPayoutTransaction', { params: { id }, body: { tx_hash: hash } });
      setUnrecorded(null);
      toastSuccess('payout', t('agents.requests.sent'));
    } catch (error) {
      setProblem(failureOf(error, 'paymentFailed').problem);
    } finally {
      await changed();
    }
  };
  const action = useThrottledAction(pay);
  return (
    <section className={classes.form}>
      <h3 className={classes.heading}>{t('agents.requests.pay')}</h3>
      <p className={classes.quiet}>{t('agents.requests.payHint')}</p>
      <WalletConnection wallet={wallet} network={type} />
      {unrecorded ? (
        <Callout tone="warn" title={t('agents.requests.unrecorded')}>
          <code translate="no" className={classes.note}>
            {unrecorded}
          </code>{' '}
          <CopyButton text={unrecorded} />
        </Callout>
      ) : (
        problem && <OperatorWalletProblem problem={problem} network={type} />
      )}
      {state === 'paying' ? (
        <>
          <Callout tone="warn">{t('agents.requests.begun', { name: payout.paid_by })}</Callout>
          <ConfirmButton
            disabled={!signer}
            variant="default"
            question={t('agents.requests.askAgain')}
            onConfirm={pay}
          >
            {t('agents.requests.again')}
          </ConfirmButton>
        </>
      ) : (
        <ThrottledButton action={action} disabled={!signer}>
          {t('agents.requests.payNow', { amount: formatUsdt(amount, language) })}
        </ThrottledButton>
      )}
    </section>
  );
}

const HASH = /^(0x)?[0-9a-fA-F]{64}$/;

/** For what was paid elsewhere, or replaced by the wallet. */
function HashForm({ payout: { id } }: { payout: AgentPayoutRequest }) {
  const { t } = useTranslation('admin');
  const changed = useChanged();
  const form = useForm({
    initialValues: { tx_hash: '' },
    validate: { tx_hash: (value) => (HASH.test(value.trim()) ? null : t('agents.requests.hashWrong')) },
  });
  const send = useFormCall(form, { refusals: { transactionUsed: 'tx_hash' } });
  const record = useThrottledAction(async ({ tx_hash: hash }: { tx_hash: string }) => {
    await send('recordPayoutTransaction', { params: { id }, body: { tx_hash: hash.trim() } });
    form.reset();
    await changed();
  });
  return (
    <form className={classes.form} onSubmit={form.onSubmit(record.run)} noValidate>
      <TextInput
        label={t('agents.requests.hash')}
        description={t('agents.requests.hashHint')}
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('tx_hash')}
      />
      <ThrottledButton type="submit" variant="default" action={record}>
        {t('agents.requests.record')}
      </ThrottledButton>
    </form>
  );
}

/** What somebody has begun to pay is rejected only by who knows that it was not sent. */
function RejectForm({ payout: { id, state } }: { payout: AgentPayoutRequest }) {
  const { t } = useTranslation('admin');
  const changed = useChanged();
  const [isUnpaid, setIsUnpaid] = useState(false);
  return (
    <section className={classes.form}>
      <h3 className={classes.heading}>{t('agents.requests.reject')}</h3>
      {state === 'paying' && (
        <Checkbox
          label={t('agents.requests.unpaid')}
          checked={isUnpaid}
          onChange={({ currentTarget }) => setIsUnpaid(currentTarget.checked)}
        />
      )}
      {(state !== 'paying' || isUnpaid) && (
        <ReasonForm
          label={t('agents.requests.reason')}
          hint={t('agents.requests.reasonHint')}
          submit={t('agents.requests.reject')}
          color="red"
          onSubmit={async (reason, send) => {
            await send('rejectPayout', { params: { id }, body: { reason, is_unpaid: isUnpaid } });
            toastSuccess('payout', t('agents.requests.rejected'));
            await changed();
          }}
        />
      )}
    </section>
  );
}
