import { Bought } from '../bought.tsx';

export const Page = () => <Bought area="/client" />;
