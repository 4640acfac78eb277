import { useSiteName } from '../../lib/browser/site-name.ts';
import { useLanguage } from '../../locales/use-language.ts';
import { Logo } from './logo.tsx';
import classes from './wordmark.module.css';

/** The logo and the shop's name. */
export function Wordmark() {
  return (
    <span className={classes.wordmark}>
      <Logo />
      <span>{useSiteName(useLanguage())}</span>
    </span>
  );
}
