import { AmountRecharge } from '../amount-recharge.tsx';

export const Page = () => <AmountRecharge payPage="/pay" />;
