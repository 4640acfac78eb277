import { Anchor } from '@mantine/core';
import type { AdminDeposit } from '@portside/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../lib/format-time.ts';
import { useLanguage } from '../../locales/use-language.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Money } from '../../ui/money.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { DecisionForm } from './decision-form.tsx';
import classes from './deposit-desk.module.css';
import { DepositStateBadge } from './deposit-state-badge.tsx';

const WIDTH_PX = 620;

/** One transfer with its place on the chain, and what two persons can decide about it. */
export function DepositDesk({ deposit, onClose }: { deposit: AdminDeposit; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { state } = deposit;
  return (
    <Sheet title={t('deposits.one')} side="end" size={WIDTH_PX} onClose={onClose}>
      <p className={classes.head}>
        <strong>
          <Money amount={deposit.amount} />
        </strong>
        <DepositStateBadge state={state} />
      </p>
      {deposit.held_reason && <p className={classes.reason}>{deposit.held_reason}</p>}
      <dl className={classes.facts}>
        <Fact name={t('deposits.field.tx_hash')}>
          <Long text={deposit.tx_hash} />
          {deposit.tx_url && (
            <Anchor href={deposit.tx_url} target="_blank" rel="noreferrer" size="sm">
              {t('deposits.explorer')}
            </Anchor>
          )}
        </Fact>
        <Fact name={t('deposits.field.sender')}>
          <Long text={deposit.sender_address} />
        </Fact>
        <Fact name={t('deposits.field.receiver')}>
          <Long text={deposit.receiver_address} />
        </Fact>
        <Fact name={t('deposits.field.block')}>
          <span className="figures">
            {deposit.block_number} · {deposit.ordinal} · {formatDateTime(deposit.block_time, language)}
          </span>
        </Fact>
        <Fact name={t('deposits.field.username')}>{deposit.username ?? '–'}</Fact>
        <Fact name={t('deposits.field.order')}>{deposit.order_id ?? '–'}</Fact>
      </dl>
      {(state === 'unmatched' || state === 'held') && (
        <>
          <DecisionForm deposit={deposit} decision="assign" onDone={onClose} />
          <DecisionForm deposit={deposit} decision="reject" onDone={onClose} />
        </>
      )}
      {state === 'credited' && <DecisionForm deposit={deposit} decision="reverse" onDone={onClose} />}
    </Sheet>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);

const Long = ({ text }: { text: string }) => (
  <span className={classes.long}>
    <code>{text}</code>
    <CopyButton text={text} />
  </span>
);
