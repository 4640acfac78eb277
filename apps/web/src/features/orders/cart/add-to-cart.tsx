import type { Gender, Goods } from '@portside/contract';
import { formatMicro } from '@portside/contract/wire/money';
import { parsePrices, unitPriceMicro } from '@portside/contract/wire/price';
import { Button } from '@mantine/core';
import { IconShoppingCartPlus } from '@tabler/icons-react';
import { Link } from 'wouter';
import { useTranslation } from '../../../locales/use-translation.ts';
import { stockOf } from '../placing/obstacle.ts';
import classes from './cart.module.css';
import { useCart } from './use-cart.ts';

type Props = {
  area: '/client' | '/mobile';
  goods: Goods;
  /** NaN while the field is empty or invalid. */
  quantity: number;
  gender: Gender;
  /** Whether the product has the reader's own prices. */
  isPriced: boolean;
};

/** Puts the order form's choices into the cart, and leads there once the product is in it. */
export default function AddToCart({ area, goods, quantity, gender, isPriced }: Props) {
  const { t, language } = useTranslation('service');
  const { lines, setLine } = useCart();
  const line = lines?.find(({ goods_id }) => goods_id === goods.id);
  const left = Math.min(goods.max_quantity, stockOf(goods, gender));
  const canBuy = Number.isInteger(quantity) && quantity >= goods.min_quantity && quantity <= left;
  // A coupon is of one order and no part of it.
  const seen = () => (isPriced ? formatMicro(unitPriceMicro(parsePrices(goods), quantity)) : null);
  const isSame = line?.quantity === quantity && line.gender === gender;
  return (
    <div className={classes.add}>
      <Button
        variant="default"
        fullWidth
        leftSection={<IconShoppingCartPlus size={18} stroke={1.7} />}
        disabled={lines === undefined || !canBuy || isSame}
        onClick={() => void setLine({ goods_id: goods.id, quantity, gender, unit_price: seen() })}
      >
        {t(line ? 'cart.change' : 'cart.add')}
      </Button>
      {line && (
        <Link to={`${area}/cart`} className={classes.there}>
          {t('cart.inCart', { count: line.quantity, quantity: line.quantity.toLocaleString(language) })}
        </Link>
      )}
    </div>
  );
}
