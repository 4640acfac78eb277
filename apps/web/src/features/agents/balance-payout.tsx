import { Button, NativeSelect, Skeleton, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Data, Network } from '@portside/contract';
import { parseMicro } from '@portside/contract/wire/money';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { isRefusal } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { query } from '../../lib/api/query.ts';
import { focusFault } from '../../lib/browser/screen.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { formatUsdt } from '../../lib/format/numbers.ts';
import { readDecimal } from '../../lib/format/typed-numbers.ts';
import { networkName } from '../../lib/networks/networks.ts';
import { randomKey } from '../../lib/random-key.ts';
import { withTexts } from '../../locales/language.ts';
import { usePunctuation } from '../../locales/punctuation.ts';
import { useLanguage, useTranslation } from '../../locales/use-translation.ts';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { Money } from '../../ui/data/money.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import {
  AddressFields,
  OPEN,
  OwnPassword,
  PayoutList,
  useAddressRules,
  useAtFields,
  usePayoutsChanged,
} from './own-payouts.tsx';
import classes from './agent-dashboard.module.css';
import { AMOUNT } from '../../lib/format/typed-numbers.ts';

type Own = Data<'readOwnBalancePayouts'>;
type Wallet = Own['wallets'][number];

const TextSigning = lazy(
  withTexts('named', () =>
    import('../../ui/wallet/text-signing.tsx').then((module) => ({ default: module.TextSigning })),
  ),
);

/** Own top-ups back to the wallet that sent them. */
export default function BalancePayout() {
  const { t } = useTranslation('service');
  const { data } = useQuery(query('readOwnBalancePayouts'));
  const [isAsking, setIsAsking] = useState(false);
  if (!data) return null;
  const isOpen = data.requests.some(({ state }) => OPEN.has(state));
  const canAsk =
    data.is_on && !isOpen && [data.payable, data.maximum].every((one) => parseMicro(one) >= leastOf(data));
  return (
    <Panel title={t('payback.title')}>
      {data.is_on && (
        <>
          <dl className={classes.sums}>
            <div>
              <dt>{t('payback.payable')}</dt>
              <dd>
                <Money amount={data.payable} />
              </dd>
            </div>
          </dl>
          <Terms own={data} />
        </>
      )}
      {canAsk && !isAsking && (
        <Button variant="default" onClick={() => setIsAsking(true)}>
          {t('payback.ask')}
        </Button>
      )}
      {canAsk && isAsking && <RequestForm own={data} onDone={() => setIsAsking(false)} />}
      <PayoutList requests={data.requests} />
    </Panel>
  );
}

const leastOf = ({ minimum }: Own): bigint => {
  const least = parseMicro(minimum);
  return least > 0n ? least : 1n;
};

function Terms({ own: { minimum, maximum, wait_hours: hours } }: { own: Own }) {
  const { t } = useTranslation('service');
  const { sentences } = usePunctuation();
  const language = useLanguage();
  const amounts = { least: formatUsdt(minimum, language), most: formatUsdt(maximum, language) };
  return (
    <p className={classes.terms}>
      {sentences(
        t('payback.terms'),
        t('payback.limits', amounts),
        hours > 0 && t('payback.wait', { count: hours, shown: hours.toLocaleString(language) }),
      )}
    </p>
  );
}

type Values = { amount: string; wallet: string; password: string };

const keyOf = ({ type, address }: Pick<Wallet, 'type' | 'address'>): string => `${type} ${address}`;

function useRequestForm(own: Own) {
  const { t } = useTranslation('service');
  const language = useLanguage();
  return useForm<Values>({
    initialValues: { amount: '', wallet: own.wallets[0] ? keyOf(own.wallets[0]) : '', password: '' },
    validate: {
      amount: (value, { wallet: chosen }) => {
        const amount = readDecimal(value, language);
        const wallet = own.wallets.find((one) => keyOf(one) === chosen);
        if (!AMOUNT.test(amount) || parseMicro(amount) < leastOf(own))
          return t('agents.payout.least', { amount: formatUsdt(own.minimum, language) });
        const isTooMuch = [own.payable, own.maximum, wallet?.payable ?? '0'].some(
          (most) => parseMicro(amount) > parseMicro(most),
        );
        return isTooMuch ? t('payback.most') : null;
      },
      wallet: (value) => (value === '' ? t('payback.walletMissing') : null),
      password: (value) => (value === '' ? t('agents.payout.passwordMissing') : null),
    },
  });
}

function RequestForm({ own, onDone }: { own: Own; onDone: () => void }) {
  const { t } = useTranslation('service');
  const language = useLanguage();
  const changed = usePayoutsChanged();
  const key = useRef(randomKey());
  const [isConfirming, setIsConfirming] = useState(false);
  const atFields = useAtFields({
    oldPasswordWrong: 'password',
    payoutAddressRefused: 'wallet',
    payoutWalletUnknown: 'wallet',
  });
  const form = useRequestForm(own);
  const send = useThrottledAction(async ({ amount, wallet: chosen, password }: Values) => {
    const { type, address } = own.wallets.find((one) => keyOf(one) === chosen)!;
    const body = { amount: readDecimal(amount, language), type, address, password };
    await atFields(form, (quietFor) =>
      call('requestBalancePayout', { body }, { idempotencyKey: key.current, quietFor }),
    );
    key.current = randomKey();
    toastSuccess('payout', t('payback.done'));
    await changed();
    onDone();
  });
  const chosen = own.wallets.find((one) => keyOf(one) === form.values.wallet);
  const most = chosen && formatUsdt(chosen.payable, language);
  return (
    <>
      <form className={classes.request} onSubmit={form.onSubmit(send.run)} noValidate>
        <NativeSelect
          className={classes.wide}
          label={t('payback.wallet')}
          description={
            chosen && t(chosen.is_signed ? 'payback.signed' : 'payback.unsigned', { amount: most })
          }
          data={own.wallets.map((one) => ({
            value: keyOf(one),
            label: `${networkName(one.type)} ${one.address}`,
          }))}
          {...form.getInputProps('wallet')}
        />
        <TextInput
          label={t('agents.payout.amount')}
          inputMode="decimal"
          autoComplete="off"
          rightSection="USDT"
          rightSectionWidth={62}
          {...form.getInputProps('amount')}
        />
        <OwnPassword {...form.getInputProps('password')} />
        <div className={classes.actions}>
          <ThrottledButton type="submit" action={send}>
            {t('payback.submit')}
          </ThrottledButton>
          <Button variant="subtle" onClick={() => setIsConfirming(true)}>
            {t('payback.another')}
          </Button>
        </div>
      </form>
      {isConfirming && (
        <ConfirmWallet
          networks={own.networks}
          onConfirmed={(wallet) => form.setFieldValue('wallet', keyOf(wallet))}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </>
  );
}

const WIDTH_PX = 520;

type Confirming = { type: Network; address: string; password: string };
type Asked = Confirming & { text: string; expires_at: string };

type ConfirmProps = {
  networks: readonly Network[];
  onConfirmed: (wallet: Pick<Wallet, 'type' | 'address'>) => void;
  onClose: () => void;
};

/** A wallet of the buyer's own, which signs that it is theirs. */
function ConfirmWallet({ networks, onConfirmed, onClose }: ConfirmProps) {
  const { t } = useTranslation('service');
  const changed = usePayoutsChanged();
  const [asked, setAsked] = useState<Asked | null>(null);
  const atFields = useAtFields({ oldPasswordWrong: 'password' });
  const form = useForm<Confirming>({
    initialValues: { type: networks[0]!, address: '', password: '' },
    validate: useAddressRules(),
  });
  const first = useRef<HTMLFormElement>(null);
  // Back from the text, whose button had the focus.
  useEffect(() => {
    if (asked === null) focusFault(first.current);
  }, [asked]);
  const next = useThrottledAction(async ({ type, address, password }: Confirming) => {
    const body = { type, address: address.trim() };
    setAsked({ ...body, password, ...(await call('createPayoutWalletText', { body })) });
  });
  const confirm = async (signature: string) => {
    const { type, address, password, expires_at } = asked!;
    const body = { type, address, password, expires_at, signature };
    const wallet = await atFields(form, (quietFor) =>
      call('confirmPayoutWallet', { body }, { quietFor }),
    ).catch((error: unknown) => {
      // Its field is in the step before.
      if (isRefusal(error, 'oldPasswordWrong')) setAsked(null);
      throw error;
    });
    toastSuccess('wallet', t('payback.confirmed'));
    await changed();
    onConfirmed(wallet);
    onClose();
  };
  return (
    <Sheet title={t('payback.confirmTitle')} size={WIDTH_PX} onClose={onClose}>
      {asked ? (
        <Suspense fallback={<Skeleton height={260} />}>
          <TextSigning
            type={asked.type}
            text={asked.text}
            lede={t('payback.sign')}
            onSigned={confirm}
            send={t('payback.confirm')}
          />
        </Suspense>
      ) : (
        <form ref={first} className={classes.stack} onSubmit={form.onSubmit(next.run)} noValidate>
          <AddressFields networks={networks} inputOf={form.getInputProps} />
          <ThrottledButton type="submit" action={next}>
            {t('payback.next')}
          </ThrottledButton>
        </form>
      )}
    </Sheet>
  );
}
