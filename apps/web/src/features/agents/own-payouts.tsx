import { Anchor, NativeSelect, Progress, Skeleton, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { CommissionLevel, Data, Network, PayoutRequest } from '@portside/contract';
import type { ErrorName } from '@portside/contract/wire/errors';
import { parseMicro } from '@portside/contract/wire/money';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'wouter';
import { call } from '../../lib/api/call.ts';
import { fieldRefusals } from '../../lib/api/api-error.ts';
import { query, queryKey } from '../../lib/api/query.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { isAddress } from '../../lib/format/addresses.ts';
import { formatPercent, formatUsdt, formatUsdtBalance, showDecimal } from '../../lib/format/numbers.ts';
import { formatDate } from '../../lib/format/times.ts';
import { readDecimal } from '../../lib/format/typed-numbers.ts';
import { networkName } from '../../lib/networks/networks.ts';
import { randomKey } from '../../lib/random-key.ts';
import { usePunctuation } from '../../locales/punctuation.ts';
import { useLanguage, useTranslation } from '../../locales/use-translation.ts';
import { useFailureWording } from '../../locales/wording.ts';
import { ConfirmButton, ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { DateTime, Money } from '../../ui/data/money.tsx';
import { StatusBadge, type Tone } from '../../ui/data/status-badge.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { FailedState } from '../../ui/messages/empty-state.tsx';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import classes from './agent-dashboard.module.css';
import { AMOUNT } from '../../lib/format/typed-numbers.ts';

type Own = Data<'readOwnPayouts'>;

export const OPEN: ReadonlySet<PayoutRequest['state']> = new Set(['requested', 'approved', 'paying', 'sent']);

/** Of a decimal that may be negative. */
const signedMicro = (text: string): bigint =>
  text.startsWith('-') ? -parseMicro(text.slice(1)) : parseMicro(text);

type Props = {
  agent: Data<'readOwnAgent'>;
  /** The customer service page of this area. */
  support: string;
};

/** What of the commission is free, how and when the shop pays, and what was asked for. */
export function OwnPayouts({ agent, support }: Props) {
  const { t } = useTranslation('service');
  const { space } = usePunctuation();
  const own = useQuery(query('readOwnPayouts'));
  const { commission_terms: terms, last_payout: last } = agent;
  const { data } = own;
  return (
    <Panel title={t('agents.payout.title')}>
      <p className={classes.terms}>
        {terms || (
          <>
            {t('agents.payout.unsaid')}
            {space}
            <Anchor component={Link} to={support} inherit>
              {t('agents.payout.ask')}
            </Anchor>
          </>
        )}
      </p>
      {own.isError && !data ? (
        <FailedState onRetry={() => void own.refetch()} />
      ) : data ? (
        <>
          <Figures figures={data.figures} />
          <RequestArea own={data} />
          <PayoutList requests={data.requests} />
        </>
      ) : (
        <Skeleton height={200} />
      )}
      {last && !data?.requests.some(({ state }) => state === 'paid') && (
        <dl className={classes.sums}>
          <div>
            <dt>{t('agents.payout.last')}</dt>
            <dd>
              <Money amount={last.amount} />
            </dd>
            <dd className={classes.how}>
              <DateTime at={last.created_at} />
              <span>{last.note}</span>
            </dd>
          </div>
        </dl>
      )}
    </Panel>
  );
}

function Figures({ figures }: { figures: Own['figures'] }) {
  const { t } = useTranslation('service');
  const language = useLanguage();
  return (
    <>
      <dl className={classes.sums}>
        {(['free', 'held', 'requested', 'paid'] as const).map((name) => (
          <div key={name}>
            <dt>{t(`agents.payout.${name}`)}</dt>
            <dd>
              <Money amount={figures[name]} />
            </dd>
          </div>
        ))}
      </dl>
      {figures.held_until && (
        <p className={classes.hint}>
          {t('agents.payout.heldHint', { date: formatDate(figures.held_until, language) })}
        </p>
      )}
    </>
  );
}

/** Refetches what a request changes. */
export function usePayoutsChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const names = [
      'readOwnPayouts',
      'readOwnAgent',
      'listOwnAgentStatement',
      'readOwnBalancePayouts',
    ] as const;
    await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: queryKey(name) })));
  };
}

function RequestArea({ own }: { own: Own }) {
  const { t } = useTranslation('service');
  const language = useLanguage();
  if (own.networks.length === 0 || own.requests.some(({ state }) => OPEN.has(state))) return null;
  return signedMicro(own.figures.free) < parseMicro(own.minimum) || signedMicro(own.figures.free) <= 0n ? (
    <p className={classes.hint}>{t('agents.payout.below', { amount: formatUsdt(own.minimum, language) })}</p>
  ) : (
    <RequestForm own={own} />
  );
}

type Address = { type: Network; address: string; password: string };
type Values = Address & { amount: string };

/** Refuses an address that is none on its network, and a missing password. */
export function useAddressRules() {
  const { t } = useTranslation('service');
  return {
    address: (value: string, { type }: Address) =>
      isAddress(type, value.trim()) ? null : t('agents.payout.addressWrong', { network: networkName(type) }),
    password: (value: string) => (value === '' ? t('agents.payout.passwordMissing') : null),
  };
}

/** Shows each of these refusals at its field, which the form must have: nothing else tells of them. */
export function useAtFields<F extends string>(fields: Partial<Record<ErrorName, F>>) {
  const wordingOf = useFailureWording();
  const refusals = fieldRefusals(fields);
  return async <T,>(
    form: { setFieldError(field: F, words: string): void },
    send: (quietFor: typeof refusals.names) => Promise<T>,
  ): Promise<T> => {
    try {
      return await send(refusals.names);
    } catch (error) {
      const shown = refusals.find(error);
      if (shown) form.setFieldError(shown.field, wordingOf(shown.refusal));
      throw error;
    }
  };
}

type FieldsProps = {
  networks: readonly Network[];
  inputOf: (name: keyof Address) => object;
};

/** Where money goes, and the password of who says so. */
export function AddressFields({ networks, inputOf }: FieldsProps) {
  const { t } = useTranslation('service');
  return (
    <>
      <NativeSelect
        label={t('agents.payout.network')}
        data={networks.map((value) => ({ value, label: networkName(value) }))}
        {...inputOf('type')}
      />
      <TextInput
        className={classes.wide}
        label={t('agents.payout.address')}
        description={t('agents.payout.addressHint')}
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        {...inputOf('address')}
      />
      <OwnPassword {...inputOf('password')} />
    </>
  );
}

export function OwnPassword(input: object) {
  const { t } = useTranslation();
  return <PasswordField label={t('users.password.old')} autoComplete="current-password" {...input} />;
}

function RequestForm({ own }: { own: Own }) {
  const { t } = useTranslation('service');
  const language = useLanguage();
  const changed = usePayoutsChanged();
  const key = useRef(randomKey());
  const atFields = useAtFields({ oldPasswordWrong: 'password', payoutAddressRefused: 'address' });
  const form = useForm<Values>({
    initialValues: {
      amount: showDecimal(own.figures.free, language),
      type: own.networks[0]!,
      address: own.requests.find(({ type }) => type === own.networks[0])?.address ?? '',
      password: '',
    },
    validate: {
      amount: (value) => {
        const amount = readDecimal(value, language);
        if (!AMOUNT.test(amount) || parseMicro(amount) < parseMicro(own.minimum) || parseMicro(amount) === 0n)
          return t('agents.payout.least', { amount: formatUsdt(own.minimum, language) });
        return parseMicro(amount) > signedMicro(own.figures.free) ? t('agents.payout.most') : null;
      },
      ...useAddressRules(),
    },
  });
  const send = useThrottledAction(async ({ amount, type, address, password }: Values) => {
    const body = { amount: readDecimal(amount, language), type, address: address.trim(), password };
    await atFields(form, (quietFor) =>
      call('requestPayout', { body }, { idempotencyKey: key.current, quietFor }),
    );
    key.current = randomKey();
    toastSuccess('payout', t('agents.payout.done'));
    await changed();
  });
  return (
    <form className={classes.request} onSubmit={form.onSubmit(send.run)} noValidate>
      <TextInput
        label={t('agents.payout.amount')}
        inputMode="decimal"
        autoComplete="off"
        rightSection="USDT"
        rightSectionWidth={62}
        {...form.getInputProps('amount')}
      />
      <AddressFields networks={own.networks} inputOf={form.getInputProps} />
      <div className={classes.actions}>
        <ThrottledButton type="submit" action={send}>
          {t('agents.payout.submit')}
        </ThrottledButton>
      </div>
    </form>
  );
}

const TONES = {
  requested: 'info',
  approved: 'info',
  paying: 'info',
  sent: 'info',
  paid: 'good',
  rejected: 'bad',
  cancelled: 'neutral',
} satisfies Record<PayoutRequest['state'], Tone>;

/** What was asked for, newest first, with its transaction. */
export function PayoutList({ requests }: { requests: readonly PayoutRequest[] }) {
  const { t } = useTranslation('service');
  const changed = usePayoutsChanged();
  if (requests.length === 0) return null;
  return (
    <ul className={classes.requests} aria-label={t('agents.payout.requests')}>
      {requests.map((one) => (
        <li key={one.id}>
          <p>
            <strong>
              <Money amount={one.amount} />
            </strong>
            <StatusBadge tone={TONES[one.state]} isLive={one.state === 'sent'}>
              {t(`agents.payout.state.${one.state}`)}
            </StatusBadge>
            <DateTime at={one.changed_at} />
          </p>
          <p className={classes.how}>
            {networkName(one.type)} <code translate="no">{one.address}</code>
          </p>
          {one.tx_hash && (
            <p className={classes.how}>
              {one.tx_url ? (
                <Anchor href={one.tx_url} target="_blank" rel="noreferrer" inherit>
                  <code translate="no">{one.tx_hash}</code>
                </Anchor>
              ) : (
                <code translate="no">{one.tx_hash}</code>
              )}
            </p>
          )}
          {one.reason && <p>{one.reason}</p>}
          {(one.state === 'requested' || one.state === 'approved') && (
            <ConfirmButton
              size="xs"
              variant="default"
              question={t('agents.payout.askCancel')}
              onConfirm={async () => {
                await call('cancelPayout', { params: { id: one.id } });
                await changed();
              }}
            >
              {t('agents.payout.cancel')}
            </ConfirmButton>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The rate of the next sale, and how far the next one is. Nothing where the rate never changes. */
export function AgentLevel({
  level: { percent, tiers, next, this_month: sold },
}: {
  level: CommissionLevel;
}) {
  const { t } = useTranslation('service');
  const language = useLanguage();
  if (tiers.length === 0) return null;
  const write = (rate: string) => formatPercent(rate, language);
  const done = next === null ? 100 : 100 - (100 * Number(next.missing)) / Number(next.from);
  return (
    <Panel title={t('agents.level.title', { percent: write(percent) })}>
      <p className={classes.terms}>
        {next
          ? t('agents.level.next', {
              percent: write(next.percent),
              amount: formatUsdtBalance(next.missing, language),
            })
          : t('agents.level.highest')}
      </p>
      <Progress value={done} size="lg" aria-label={t('agents.level.progress')} />
      <ol className={classes.rungs}>
        {tiers.map(({ from, percent: rate }) => (
          <li key={from} aria-current={rate === percent ? 'step' : undefined}>
            <strong className="figures">{write(rate)}</strong>
            <span>{t('agents.level.from', { amount: formatUsdtBalance(from, language) })}</span>
          </li>
        ))}
      </ol>
      <p className={classes.hint}>{t('agents.level.hint', { amount: formatUsdtBalance(sold, language) })}</p>
    </Panel>
  );
}
