import type { CommissionTier, GuardedLimit, GuardedSetting, Network, Proposal } from '@portside/contract';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { AdminChangeTerms, EmailChangeTerms } from './admin-change-terms.tsx';
import { Fact, textOf, type Terms } from './fact.tsx';
import { GoodsPricesTerms, PriceListTerms } from './price-terms.tsx';
import classes from './proposals.module.css';
import { TopUpsTerms, TreasuryTerms } from './treasury-terms.tsx';
import { Anchor, Button } from '@mantine/core';
import { formatMicro, parseMicro } from '@portside/contract/wire/money';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../lib/api/query.ts';
import { Link } from 'wouter';
import { formatPercent, formatUsdt } from '../../lib/format/numbers.ts';
import { showDecimals } from '../../lib/format/typed-numbers.ts';
import { formatDateTime } from '../../lib/format/times.ts';
import { Money } from '../../ui/data/money.tsx';
import { StatusBadge } from '../../ui/data/status-badge.tsx';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { networkName } from '../../lib/networks/networks.ts';
import { IconDownload } from '@tabler/icons-react';
import { downloadFile } from '../../lib/browser/downloads.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { Allowed } from '../../ui/layout/allowed.tsx';

/** What a proposal would change. An unknown kind shows its raw terms. */
export function ProposalTerms({ proposal }: { proposal: Proposal }) {
  const { kind, terms } = proposal;
  switch (kind) {
    case 'treasuryChangeApproved':
      return <TreasuryTerms terms={terms} />;
    case 'topUpsOnApproved':
      return <TopUpsTerms terms={terms} />;
    case 'adjustmentApproved':
      return <BalanceTerms terms={terms} />;
    case 'refundApproved':
      return <RefundTerms terms={terms} name="refundedAmount" />;
    case 'replacementApproved':
      return <RefundTerms terms={terms} name="replacedValue" />;
    case 'adminChangeApproved':
      return <AdminChangeTerms terms={terms} />;
    case 'emailChangeApproved':
      return <EmailChangeTerms terms={terms} />;
    case 'depositAssignmentApproved':
    case 'depositRejectionApproved':
    case 'depositReversalApproved':
      return <DepositTerms kind={kind} terms={terms} />;
    case 'userImportApproved':
      return <UserImportTerms terms={terms} />;
    case 'payoutApproved':
    case 'recordedPayoutApproved':
      return <PayoutTerms terms={terms} />;
    case 'supplierPaymentApproved':
      return <SupplierPaymentTerms terms={terms} />;
    case 'redeemBatchApproved':
      return <RedeemBatchTerms terms={terms} />;
    case 'bonusApproved':
      return <BonusTerms terms={terms} />;
    case 'limitRaiseApproved':
      return <LimitTerms terms={terms} />;
    case 'goodsPricesApproved':
      return <GoodsPricesTerms terms={terms} />;
    case 'priceListApproved':
      return <PriceListTerms terms={terms} />;
    default:
      return <OtherTerms proposal={proposal} />;
  }
}

function OtherTerms({ proposal: { subject, terms } }: { proposal: Proposal }) {
  const { t } = useTranslation('admin');
  return (
    <dl className={classes.terms}>
      <Fact name={t('approvals.subject')}>{subject}</Fact>
      {Object.entries(terms).map(([name, value]) => (
        <Fact key={name} name={name}>
          {String(value)}
        </Fact>
      ))}
    </dl>
  );
}

/** A balance adjustment, with the balance before and after where the reader may see it. */
function BalanceTerms({ terms }: { terms: Terms }) {
  const { t } = useTranslation('admin');
  const id = textOf(terms, 'user_id');
  const amount = textOf(terms, 'amount');
  const isCredit = terms['direction'] === 'credit';
  const { data: user } = useQuery(query('readUser', { params: { id } }, { isQuiet: true }));
  return (
    <dl className={classes.terms}>
      <Fact name={t('users.one')}>
        <Anchor component={Link} inherit to={`/admin/user?open=${id}`}>
          {user?.username ?? textOf(terms, 'username')}
        </Anchor>
      </Fact>
      <Fact name={t(isCredit ? 'users.adjust.credit' : 'users.adjust.debit')}>
        <strong>
          <Money amount={amount} />
        </strong>
      </Fact>
      {user && (
        <Fact name={t('users.field.balance')}>
          <Money amount={user.exact_balance} /> →{' '}
          <strong>
            <Money amount={changed(user.exact_balance, amount, isCredit)} />
          </strong>
        </Fact>
      )}
    </dl>
  );
}

function changed(balance: string, amount: string, isCredit: boolean): string {
  const [before, by] = [parseMicro(balance), parseMicro(amount)];
  if (isCredit) return formatMicro(before + by);
  return by > before ? `-${formatMicro(by - before)}` : formatMicro(before - by);
}

type Kind = 'depositAssignmentApproved' | 'depositRejectionApproved' | 'depositReversalApproved';

/** A deposit and what would happen to it. */
function DepositTerms({ kind, terms }: { kind: Kind; terms: Terms }) {
  const { t } = useTranslation('admin');
  const network = textOf(terms, 'network') as Network;
  const hash = textOf(terms, 'tx_hash');
  const userId = textOf(terms, 'user_id');
  const orderId = textOf(terms, 'order_id');
  return (
    <dl className={classes.terms}>
      <Fact name={t('deposits.one')}>
        <strong>
          <Money amount={textOf(terms, 'amount')} />
        </strong>{' '}
        · {networkName(network)}
      </Fact>
      <Fact name={t('approvals.outcome')}>
        {kind === 'depositAssignmentApproved' ? (
          <>
            {t('approvals.creditTo')}{' '}
            <Anchor component={Link} inherit to={`/admin/user?open=${userId}`}>
              {textOf(terms, 'username')}
            </Anchor>
          </>
        ) : (
          t(kind === 'depositRejectionApproved' ? 'approvals.creditNobody' : 'approvals.creditBack')
        )}
      </Fact>
      {orderId && (
        <Fact name={t('approvals.closes')}>
          <Anchor component={Link} inherit to={`/admin/recharge?open=${orderId}`}>
            {orderId}
          </Anchor>
        </Fact>
      )}
      <Fact name={t('deposits.field.tx_hash')}>
        <span className={classes.address}>
          <Anchor component={Link} inherit to={`/admin/recharge?tab=deposits&tx_hash=${hash}`}>
            <code translate="no">{hash}</code>
          </Anchor>
          <CopyButton text={hash} />
        </span>
      </Fact>
      <Fact name={t('deposits.field.sender')}>
        <code translate="no">{textOf(terms, 'sender')}</code>
      </Fact>
    </dl>
  );
}

/** What an agent is paid, and where. */
function PayoutTerms({ terms }: { terms: Terms }) {
  const { t } = useTranslation('admin');
  return (
    <dl className={classes.terms}>
      <Fact name={t(terms['paid_out'] === undefined ? 'agents.one' : 'agents.field.username')}>
        {textOf(terms, 'agent')}
      </Fact>
      {terms['paid_out'] === 'balance' && (
        <Fact name={t('agents.requests.kindTitle')}>{t('agents.requests.kind.balance')}</Fact>
      )}
      <Fact name={t('agents.payout.amount')}>
        <strong>
          <Money amount={textOf(terms, 'amount')} />
        </strong>
      </Fact>
      {terms['note'] === undefined ? (
        <Fact name={t('agents.requests.to')}>
          {networkName(textOf(terms, 'network') as Network)}{' '}
          <code translate="no">{textOf(terms, 'address')}</code>
          {terms['wallet'] === 'unsigned' && (
            <StatusBadge tone="warn">{t('agents.requests.unsigned')}</StatusBadge>
          )}
        </Fact>
      ) : (
        <Fact name={t('agents.payout.note')}>{textOf(terms, 'note')}</Fact>
      )}
    </dl>
  );
}

/** Its reference is the reason, which every proposal has. */
function SupplierPaymentTerms({ terms }: { terms: Terms }) {
  const { t } = useTranslation('admin');
  return (
    <dl className={classes.terms}>
      <Fact name={t('stock.purchase.supplier')}>{textOf(terms, 'name')}</Fact>
      <Fact name={t('supplierAccount.amount')}>
        <strong>
          <Money amount={textOf(terms, 'amount')} />
        </strong>
      </Fact>
    </dl>
  );
}

/** Codes that are worth money, and until when. */
function RedeemBatchTerms({ terms }: { terms: Terms }) {
  const { t, language } = useTranslation('admin');
  const ends = textOf(terms, 'ends_at');
  return (
    <dl className={classes.terms}>
      <Fact name={t('redeemBatches.title')}>
        <strong>
          <Money amount={textOf(terms, 'worth')} />
        </strong>{' '}
        ·{' '}
        {t('redeemBatches.each', {
          codes: Number(terms['codes']).toLocaleString(language),
          value: formatUsdt(textOf(terms, 'value'), language),
        })}
      </Fact>
      <Fact name={t('redeemBatches.ends')}>
        {ends === '' ? t('redeemBatches.always') : formatDateTime(ends, language)}
      </Fact>
    </dl>
  );
}

/** A bonus on top-ups that gives more than one person may promise: how much, to whom and when. */
function BonusTerms({ terms }: { terms: Terms }) {
  const { t, language } = useTranslation('admin');
  const [levels, starts, ends] = ['levels', 'starts_at', 'ends_at'].map((name) => textOf(terms, name));
  return (
    <dl className={classes.terms}>
      <Fact name={t('bonuses.name')}>{textOf(terms, 'name')}</Fact>
      <Fact name={t('bonuses.tiers')}>
        <strong>{showDecimals(textOf(terms, 'tiers'), language)}</strong>
      </Fact>
      <Fact name={t('bonuses.levels')}>{levels || t('bonuses.everybody')}</Fact>
      <Fact name={t('bonuses.starts')}>
        {starts ? formatDateTime(starts, language) : t('bonuses.atApproval')}
      </Fact>
      <Fact name={t('bonuses.ends')}>{ends ? formatDateTime(ends, language) : t('bonuses.never')}</Fact>
    </dl>
  );
}

/** A number of hours, a rate, or the rates of tiers. */
function showSetting(json: string, language: string): string {
  const value = JSON.parse(json) as number | string | readonly CommissionTier[];
  if (typeof value === 'number') return value.toLocaleString(language);
  if (typeof value === 'string') return formatPercent(value, language);
  const tiers = value.map(
    ({ from, percent }) => `${formatUsdt(from, language)} USDT: ${formatPercent(percent, language)}`,
  );
  return tiers.join(', ') || '–';
}

/** A limit that protects the shop's money, before and after. */
function LimitTerms({ terms }: { terms: Terms }) {
  const { t, language } = useTranslation('admin');
  const limit = textOf(terms, 'limit') as GuardedLimit | GuardedSetting;
  return (
    <dl className={classes.terms}>
      <Fact name={t(`settings.field.${limit}`)}>
        {terms['setting'] === undefined ? (
          <>
            <Money amount={textOf(terms, 'former_amount')} /> →{' '}
            <strong>
              <Money amount={textOf(terms, 'amount')} />
            </strong>
          </>
        ) : (
          <>
            {showSetting(textOf(terms, 'former_setting'), language)} →{' '}
            <strong>{showSetting(textOf(terms, 'setting'), language)}</strong>
          </>
        )}
      </Fact>
    </dl>
  );
}

type Props = { terms: Terms; name: 'refundedAmount' | 'replacedValue' };

/** The refund of an order, or the replacement of its accounts at the order's price. */
function RefundTerms({ terms, name }: Props) {
  const { t } = useTranslation('admin');
  const orderNo = textOf(terms, 'order_no');
  return (
    <dl className={classes.terms}>
      <Fact name={t('orders.one')}>
        <Anchor component={Link} inherit to={`/admin/order?open=${orderNo}`}>
          {orderNo}
        </Anchor>
      </Fact>
      <Fact name={t(`approvals.${name}`)}>
        <strong>
          <Money amount={textOf(terms, 'amount')} />
        </strong>{' '}
        {t('orders.accounts', { count: Number(terms['accounts']) })}
      </Fact>
    </dl>
  );
}

/** A file of users with balances. The approver can read its lines first. */
function UserImportTerms({ terms }: { terms: Terms }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const id = textOf(terms, 'import');
  const save = useThrottledAction(() =>
    downloadFile('exportUserImport', { params: { id } }, `user-import-${id}.csv`),
  );
  return (
    <>
      <dl className={classes.terms}>
        <Fact name={t('userImports.file')}>{textOf(terms, 'file')}</Fact>
        <Fact name={t('userImports.users')}>
          <strong>{Number(terms['users']).toLocaleString(language)}</strong>
        </Fact>
        <Fact name={t('userImports.total')}>
          <strong>
            <Money amount={textOf(terms, 'total')} />
          </strong>
        </Fact>
        <Fact name={t('userImports.skipped')}>{Number(terms['skipped']).toLocaleString(language)}</Fact>
      </dl>
      <Allowed to="exportUserImport">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={15} stroke={1.7} />}
          loading={save.isRunning}
          disabled={save.isDisabled}
          onClick={() => void save.run()}
          style={{ justifySelf: 'start' }}
        >
          {t('userImports.download')}
        </Button>
      </Allowed>
    </>
  );
}
