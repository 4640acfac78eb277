import { useStored } from '../lib/stored/stored-state.ts';
import { Logo } from './logo.tsx';
import classes from './wordmark.module.css';

/** The mark and the shop's name. */
export function Wordmark() {
  const name = useStored((s) => s.webConfig?.site_name) || 'Portside';
  return (
    <span className={classes.wordmark}>
      <Logo />
      <span data-kept="siteName">{name}</span>
    </span>
  );
}
