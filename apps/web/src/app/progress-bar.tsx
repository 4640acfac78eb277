import { useNavigation } from 'react-router';
import classes from './progress-bar.module.css';

/** Runs along the top while the next page is on its way. */
export function ProgressBar() {
  const { state } = useNavigation();
  return <div className={classes.bar} data-running={state !== 'idle' || undefined} aria-hidden />;
}
