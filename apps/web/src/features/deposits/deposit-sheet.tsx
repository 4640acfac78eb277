import { Anchor } from '@mantine/core';
import type { AdminDeposit, DepositCandidate } from '@portside/contract';
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { formatDateTime } from '../../lib/format/format-time.ts';
import { Link } from '../../lib/router/link.tsx';
import { useFindings } from '../../locales/use-findings.ts';
import { useLanguage } from '../../locales/use-language.ts';
import { Allowed } from '../../ui/layout/allowed.tsx';
import { Fact, Facts, LongText } from '../../ui/data/facts.tsx';
import { Money } from '../../ui/data/money.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { DepositCandidates } from './deposit-candidates.tsx';
import { DecisionForm } from './decision-form.tsx';
import classes from './deposit-sheet.module.css';
import { DepositStateBadge } from './deposit-state-badge.tsx';

const WIDTH_PX = 620;

/** One deposit: its transaction, and the decisions that two people can take about it. */
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
          <LongText text={deposit.sender_address} />
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
