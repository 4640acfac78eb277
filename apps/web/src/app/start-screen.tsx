import { Logo } from '../ui/logo.tsx';
import classes from './start-screen.module.css';

/** Seen only while the first page's code is on its way. */
export const StartScreen = () => (
  <div className={classes.screen}>
    <Logo size={44} />
  </div>
);
