import { BonusOffer } from '../features/bonuses/bonus-offer.tsx';
import { RedeemForm } from '../features/redeem-codes/redeem-form.tsx';
import { BlockBoundary } from '../ui/messages/block-boundary.tsx';
import classes from './pages.module.css';

/** Below the form of a new top-up: what payments earn on top, and the field for a gift code. */
export default function TopUpExtras() {
  return (
    <div className={classes.extras}>
      <BlockBoundary fallback={null}>
        <RedeemForm />
      </BlockBoundary>
      <BlockBoundary fallback={null}>
        <BonusOffer />
      </BlockBoundary>
    </div>
  );
}
