import { Buying } from '../buying.tsx';

export const Page = () => <Buying area="/client" />;
