export { Recharging as Page } from '../recharging.tsx';
