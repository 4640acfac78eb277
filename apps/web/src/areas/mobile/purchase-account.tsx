import { PurchaseAccount } from '../purchase-account.tsx';

export const Page = () => <PurchaseAccount area="/mobile" />;
