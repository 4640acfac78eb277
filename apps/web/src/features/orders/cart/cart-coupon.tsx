import type { CartLine, Data } from '@portside/contract';
import { errorNameOf, type ErrorName } from '@portside/contract/wire/errors';
import { formatMicro, parseMicro } from '@portside/contract/wire/money';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api/call.ts';
import { queryKey } from '../../../lib/api/query.ts';
import { useStored } from '../../../lib/stored/stored-state.ts';
import { CouponForm, EnteredCoupon, quoteWith, type CouponFailure } from '../placing/price-notes.tsx';
import type { LineCoupon } from './cart-line.ts';
import type { Row } from './cart-row.tsx';
import type { CartBody } from './use-place-cart.ts';

type Quotes = Data<'quoteOrders'>;

const PAUSE_MS = 400;

/**
 * One coupon for the whole cart: the shop says which lines it is for. A refused one is dropped and not asked for again:
 * that counts as a try.
 */
export function useCartCoupon(lines: readonly CartLine[]) {
  const isSignedIn = useStored((s) => s.token !== null);
  const [entered, setCode] = useState<string | null>(null);
  const code = isSignedIn ? entered : null;
  const [failure, setFailure] = useState<CouponFailure | null>(null);
  /** The last one that was not refused. */
  const [taken, setTaken] = useState<string | null>(null);
  const wanted = lines.map(({ goods_id, quantity }) => ({ goods_id, quantity }));
  const [asked] = useDebouncedValue(JSON.stringify(wanted), PAUSE_MS);
  const body = { lines: JSON.parse(asked) as typeof wanted, coupon: code ?? '' };
  const { data } = useQuery({
    queryKey: queryKey('quoteOrders', { body }),
    queryFn: async ({ signal }) => {
      try {
        const quotes = await call('quoteOrders', { body }, { signal, isQuiet: true });
        setTaken(body.coupon);
        return quotes;
      } catch (error) {
        if (!signal.aborted) {
          setCode(null);
          setFailure({ code: body.coupon, error: error as Error });
        }
        throw error;
      }
    },
    enabled: code !== null && body.lines.length > 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const isCurrent = asked === JSON.stringify(wanted);
  const found = code !== null && isCurrent ? data : undefined;
  return {
    code,
    failure,
    /** Whether the shop takes it is not known yet. */
    isAsking: code !== null && taken !== code,
    /** What it makes of the cart is not known yet. */
    isQuoting: code !== null && found === undefined && lines.length > 0,
    enter: (text: string) => {
      setFailure(null);
      setCode(text);
    },
    drop: () => setCode(null),
    /** What of the cart's coupon a line has, by product; and why the shop would refuse one. */
    lines: found && code !== null ? linesOf(code, body.lines, found) : NONE,
  };
}

type Line = { readonly coupon: LineCoupon | null; readonly refusal: ErrorName | null };
type CouponLines = ReadonlyMap<string, Line>;
const NONE: CouponLines = new Map();

const nameOf = (code: number | null): ErrorName | null =>
  code === null ? null : (errorNameOf(code) ?? null);

const linesOf = (
  code: string,
  asked: readonly { readonly goods_id: string }[],
  { lines }: Quotes,
): CouponLines =>
  new Map(
    asked.map(({ goods_id: id }, at) => {
      const { quote, refusal, coupon_refusal: reason, coupon_min_total: least } = lines[at]!;
      const applied = quote?.coupon === 'applied' ? quote : null;
      const coupon = quote && {
        code,
        applied: applied && {
          unitPrice: applied.unit_price,
          total: applied.total_amount,
          discount: applied.discount,
          why: quoteWith(applied),
        },
        refusal: nameOf(reason),
        least,
      };
      return [id, { coupon, refusal: nameOf(refusal) }];
    }),
  );

/** The same of a purchase that was sent. */
export const couponsIn = ({ lines }: CartBody): CouponLines =>
  new Map(
    lines.flatMap(({ goods_id: id, quantity, coupon: code, unit_price: unitPrice, total_amount: total }) => {
      if (code === undefined || unitPrice === undefined || total === undefined) return [];
      const discount = formatMicro(parseMicro(unitPrice) * BigInt(quantity) - parseMicro(total));
      return [
        [
          id,
          {
            coupon: { code, applied: { unitPrice, total, discount, why: null }, refusal: null, least: null },
            refusal: null,
          },
        ],
      ];
    }),
  );

/** The row at the price with its coupon. */
export function withCoupon(row: Row, { coupon, refusal }: Line = { coupon: null, refusal: null }): Row {
  const fault = row.fault ?? (refusal === null ? null : { kind: 'refused' as const, reason: refusal });
  return {
    ...row,
    coupon,
    fault,
    totalMicro: coupon?.applied ? parseMicro(coupon.applied.total) : row.totalMicro,
  };
}

type Props = {
  coupon: ReturnType<typeof useCartCoupon>;
  rows: readonly Row[];
  /** An unanswered purchase may only be repeated as it is. */
  isLocked: boolean;
};

/** The cart's coupon: the question for one, or what it takes off all of it. */
export function CartCoupon({ coupon, rows, isLocked }: Props) {
  const found = rows.flatMap(({ coupon: own }) => own ?? []);
  const code = isLocked ? found[0]?.code : coupon.code;
  if (code === undefined || (code === null && isLocked)) return null;
  if (code === null || (coupon.isAsking && !isLocked))
    return <CouponForm failure={coupon.failure} isBusy={code !== null} onEnter={coupon.enter} />;
  const offMicro = found.reduce((sum, { applied }) => sum + parseMicro(applied?.discount ?? '0'), 0n);
  const isNowhere = found.length > 0 && found.every(({ applied, refusal }) => !applied && refusal === null);
  return (
    <EnteredCoupon
      code={code}
      quote={{
        coupon: offMicro > 0n ? 'applied' : isNowhere ? 'notCheaper' : null,
        discount: formatMicro(offMicro),
      }}
      onDrop={isLocked ? null : coupon.drop}
    />
  );
}
