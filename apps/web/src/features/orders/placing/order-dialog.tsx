import type { Goods } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { isRefusal } from '../../../lib/api/api-error.ts';
import { EmptyState, FailedState } from '../../../ui/messages/empty-state.tsx';
import { EmptyQuayPicture } from '../../../ui/pictures/pictures.tsx';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { forgetIntent } from '../../../lib/stored/order-intent.ts';
import { OrderForm } from './order-form.tsx';
import { PlacedOrder } from './placed-order.tsx';
import { useOneGoods } from './use-goods.ts';
import { usePlaceOrder } from './use-place-order.ts';
import { Link } from 'wouter';
import classes from './order-form.module.css';

const WIDTH_PX = 860;

type Props = { area: '/client' | '/mobile'; goodsId: string; onClose: () => void };

/** The order form of one product, and afterwards the result. */
export default function OrderDialog({ area, goodsId, onClose }: Props) {
  const { t } = useTranslation();
  const { phase, place } = usePlaceOrder(goodsId);
  // Closed by the buyer, who drops the order.
  const giveUp = () => {
    forgetIntent(goodsId);
    onClose();
  };
  const title = phase.kind === 'placed' ? t('orders.placed.title') : t('product.order.title');
  return (
    <Sheet title={title} size={WIDTH_PX} onClose={giveUp}>
      {phase.kind === 'placed' ? (
        <PlacedOrder area={area} order={phase.order} onDone={onClose} />
      ) : (
        <FormOf goodsId={goodsId}>
          {(goods) => (
            <OrderForm
              area={area}
              goods={goods}
              phase={phase}
              onPlace={place}
              head={<OrderHead goods={goods} />}
            />
          )}
        </FormOf>
      )}
    </Sheet>
  );
}

type FormProps = { goodsId: string; children: (goods: Goods) => React.ReactNode };

function FormOf({ goodsId, children }: FormProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useOneGoods(goodsId);
  if (isRefusal(error, 'notFound'))
    return <EmptyState picture={<EmptyQuayPicture />} text={t('product.order.gone')} />;
  if (data) return children(data);
  if (error) return <FailedState onRetry={() => void refetch()} />;
  return <div style={{ minHeight: 420 }} aria-busy />;
}

/** The product that the form orders, shown when the form is over the list. */
function OrderHead({ goods: { name, slug, description, format } }: { goods: Goods }) {
  const { t } = useTranslation();
  return (
    <div className={classes.goods}>
      <h3 className={classes.name}>
        <Link to={`/product/${slug}`}>{name}</Link>
      </h3>
      <p className={classes.description}>{description}</p>
      <code translate="no" className={classes.format} title={t('product.order.format')}>
        {format.columns.join(format.separator)}
      </code>
    </div>
  );
}
