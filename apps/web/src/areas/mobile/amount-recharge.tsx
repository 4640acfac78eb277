import { Recharging } from '../recharging.tsx';

export const Page = () => <Recharging payPage="/mobile/cashRegister" />;
