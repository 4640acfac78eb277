import { useNavigation } from 'react-router';
import classes from './progress-bar.module.css';

/** A bar at the top while the next page loads. */
export function ProgressBar() {
  const { state } = useNavigation();
  return <div className={classes.bar} data-running={state !== 'idle' || undefined} aria-hidden />;
}
