import { PurchaseRecord } from '../purchase-record.tsx';

export const Page = () => <PurchaseRecord area="/mobile" />;
