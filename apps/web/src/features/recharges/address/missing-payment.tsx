import { useTranslation } from '../../../locales/use-translation.ts';
import DepositClaimPanel from '../deposit-claim-panel.tsx';

/** Claims of what was paid to a wallet of the shop, for example one of before there were own addresses. */
export default function MissingPayment() {
  const { t } = useTranslation('address');
  return <DepositClaimPanel lede={t('claim')} />;
}
