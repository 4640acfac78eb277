import type { Data, FieldFault, Goods } from '@portside/contract';
import { readCouponCode } from '@portside/contract/wire/pasted';
import { Button, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type FormEventHandler } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { queryKey } from '../../../lib/api/query.ts';
import type { OwnPrices } from '../../../ui/prices/own-prices.ts';
import { formatUsdt } from '../../../lib/format/numbers.ts';
import { useStored } from '../../../lib/stored/stored-state.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { useFailureWording } from '../../../locales/wording.ts';
import { Money } from '../../../ui/data/money.tsx';
import { isOwnPrice, ListPrice, PriceReason, type Explained } from '../../../ui/prices/price-reason.tsx';
import classes from './price-notes.module.css';

/** What a coupon makes of an order; of another quantity it is not known yet. */
export type CouponQuote = {
  readonly code: string;
  readonly quantity: number;
  readonly quote: Data<'quoteOrder'>;
};

type Props = {
  /** At the catalogue's prices. */
  goods: Goods;
  quantity: number;
  own: OwnPrices | undefined;
  coupon: CouponQuote | null;
  /** The other one stands elsewhere; both if absent. */
  part?: 'reason' | 'coupon' | undefined;
  isLocked: boolean;
  onCoupon: (coupon: CouponQuote | null) => void;
};

/** Why an account costs less than the catalogue says, and the coupon of an order. */
export default function PriceNotes({ own, part, ...props }: Props) {
  const isSignedIn = useStored((s) => s.token !== null);
  const { quantity } = props;
  return (
    <div className={classes.notes}>
      {part !== 'coupon' && <OrderReason own={own} {...props} />}
      {part !== 'reason' && isSignedIn && (
        <Coupon {...props} quantity={isWhole(quantity) ? quantity : null} />
      )}
    </div>
  );
}

const isWhole = (quantity: number): boolean => Number.isInteger(quantity) && quantity > 0;

/** Why an account costs less than the catalogue says; nothing where it does not. */
function OrderReason({ goods, quantity, own, coupon }: Pick<Props, 'goods' | 'quantity' | 'own' | 'coupon'>) {
  const found = isWhole(quantity) ? own?.quoteOf(goods, quantity) : undefined;
  // A coupon that cannot be combined comes off the product's own price.
  const isByCoupon = coupon?.quantity === quantity && coupon.quote.coupon === 'applied';
  const shown = isByCoupon ? quoteWith(coupon.quote) : found;
  return (
    shown &&
    isOwnPrice(shown) && (
      <p className={`${classes.reason} figures`}>
        <PriceReason quote={shown} />
        <ListPrice goods={goods} quantity={quantity} />
      </p>
    )
  );
}

/** What the shop answered for a coupon, as a quote of this page's own. */
export const quoteWith = ({
  why: { source, name, discount_percent: percent },
  until,
}: Pick<CouponQuote['quote'], 'why' | 'until'>): Explained => ({
  why: { source, name, basisPoints: percent === null ? null : Math.round(Number(percent) * 100) },
  until: until === null ? null : new Date(until),
});

type CouponProps = Pick<Props, 'coupon' | 'isLocked' | 'onCoupon'> & {
  goods: Pick<Goods, 'id' | 'link_key'>;
  /** Null while the field holds none. */
  quantity: number | null;
};

const PAUSE_MS = 400;

/** Takes a coupon, and says what it takes off. A refused one is dropped and not asked for again: that counts as a try. */
function Coupon({ goods, quantity, coupon, isLocked, onCoupon }: CouponProps) {
  const [code, setCode] = useState<string | null>(null);
  const [failure, setFailure] = useState<CouponFailure | null>(null);
  const [asked] = useDebouncedValue(quantity, PAUSE_MS);
  const body = {
    goods_id: goods.id,
    quantity: asked ?? 1,
    coupon: code ?? '',
    ...(goods.link_key && { link_key: goods.link_key }),
  };
  const refuse = (error: Error) => {
    setCode(null);
    setFailure({ code: body.coupon, error });
    onCoupon(null);
  };
  const { data } = useQuery({
    queryKey: queryKey('quoteOrder', { body }),
    queryFn: async ({ signal }) => ({
      code: body.coupon,
      quantity: body.quantity,
      quote: await call('quoteOrder', { body }, { signal, isQuiet: true }).catch((error: Error) => {
        if (!signal.aborted) refuse(error);
        throw error;
      }),
    }),
    enabled: code !== null && asked !== null,
    retry: false,
    refetchOnWindowFocus: false,
  });
  useEffect(() => {
    if (code !== null && data) onCoupon(data);
  }, [code, data, onCoupon]);
  const enter = (text: string) => {
    setFailure(null);
    setCode(text);
  };
  if (code === null || !coupon)
    return <CouponForm failure={failure} isBusy={isLocked || code !== null} onEnter={enter} />;
  const drop = () => {
    setCode(null);
    onCoupon(null);
  };
  return <EnteredCoupon code={coupon.code} quote={coupon.quote} onDrop={isLocked ? null : drop} />;
}

type EnteredProps = {
  code: string;
  /** What it takes off; undefined until that is known. */
  quote: Pick<CouponQuote['quote'], 'coupon' | 'discount'> | undefined;
  /** Null where it cannot be taken back. */
  onDrop: (() => void) | null;
};

/** A coupon that was entered, and what it takes off. */
export function EnteredCoupon({ code, quote, onDrop }: EnteredProps) {
  const { t } = useTranslation('service');
  return (
    <div className={classes.coupon}>
      <p className="figures">
        {t('prices.coupon.of', { code })}
        {quote?.coupon === 'applied' && (
          <strong>
            {' −'}
            <Money amount={quote.discount} />
          </strong>
        )}
      </p>
      {quote?.coupon === 'notCheaper' && <p>{t('prices.coupon.notCheaper')}</p>}
      {onDrop && (
        <UnstyledButton className={classes.link} onClick={onDrop}>
          {t('prices.coupon.remove')}
        </UnstyledButton>
      )}
    </div>
  );
}

/** A coupon that was refused: its field is there without being asked for, to try it again. */
export type CouponFailure = { readonly code: string; readonly error: Error };

/** From what total on a coupon counts. */
export function useMinimumWords(): (least: string) => string {
  const { t, language } = useTranslation('service');
  return (least) => t('prices.coupon.minimum', { amount: formatUsdt(least, language) });
}

function useCouponWording(): (error: ApiError) => string {
  const { t } = useTranslation('service');
  const wordingOf = useFailureWording();
  const minimum = useMinimumWords();
  return (error) => {
    if (error.errorName === 'tooManyTries') return t('gifts.tooMany');
    const { faults = [] } = (error.cause ?? {}) as { readonly faults?: readonly FieldFault[] };
    const least = error.errorName === 'couponBelowMinimum' ? faults[0]?.limit : undefined;
    return least === undefined ? wordingOf(error) : minimum(String(least));
  };
}

type FormProps = {
  failure: CouponFailure | null;
  isBusy: boolean;
  onEnter: (code: string) => void;
};

/** The field for a coupon, behind the question for one. */
export function CouponForm({ failure, isBusy, onEnter }: FormProps) {
  const { t } = useTranslation('service');
  const wordingOf = useCouponWording();
  const [isOpen, setIsOpen] = useState(failure !== null);
  const [typed, setTyped] = useState(failure?.code ?? '');
  const code = readCouponCode(typed);
  if (!isOpen)
    return (
      <UnstyledButton className={classes.link} onClick={() => setIsOpen(true)}>
        {t('prices.coupon.add')}
      </UnstyledButton>
    );
  const enter: FormEventHandler<HTMLFormElement> = (event) => {
    event.preventDefault();
    if (code !== null) onEnter(code);
  };
  return (
    <form className={classes.form} onSubmit={enter}>
      <TextInput
        label={t('prices.coupon.label')}
        value={typed}
        maxLength={200}
        autoComplete="off"
        autoCapitalize="characters"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by the button that was here; a refusal leaves the reader where they type
        autoFocus={failure === null}
        error={failure?.error instanceof ApiError && wordingOf(failure.error)}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={isBusy || code === null}>
        {t('prices.coupon.apply')}
      </Button>
    </form>
  );
}
