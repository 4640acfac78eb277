import { MOST_CART_LINES } from '@portside/contract/wire/limits';
import { IconShoppingCart } from '@tabler/icons-react';
import { lazy, Suspense, useEffect } from 'react';
import { currentArea } from '../../../lib/browser/current-area.ts';
import { withTexts } from '../../../locales/language.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { CountedLink } from '../../../ui/layout/nav-link.tsx';
import { toastFailure } from '../../../ui/messages/toasts.tsx';
import { useCart, useFullCart, useVisitorsCart } from './use-cart.ts';

const LinkWithTexts = lazy(withTexts('service', () => Promise.resolve({ default: CartLink })));

/** The header's way to the cart, once it is known what is in it. */
export default function CartEntry() {
  useVisitorsCart();
  const { lines } = useCart();
  return (
    lines !== undefined && (
      <Suspense>
        <LinkWithTexts count={lines.length} />
      </Suspense>
    )
  );
}

/** The link, with how many products are in the cart. Says where one did not fit. */
export function CartLink({ count }: { count: number }) {
  const { t } = useTranslation('service');
  const isFull = useFullCart((s) => s.isUnsaid);
  const words = t('cart.full', { count: MOST_CART_LINES });
  useEffect(() => {
    if (!isFull) return;
    toastFailure('cart', words);
    useFullCart.setState({ isUnsaid: false });
  }, [isFull, words]);
  return (
    <CountedLink
      to={`${currentArea()}/cart`}
      title={t('cart.title')}
      icon={<IconShoppingCart size={20} stroke={1.7} aria-hidden />}
      name={count === 0 ? t('cart.title') : t('cart.entry', { count })}
      count={count}
    />
  );
}
