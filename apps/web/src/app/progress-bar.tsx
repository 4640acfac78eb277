import { useNavigationState } from '../lib/router/hooks.ts';
import classes from './progress-bar.module.css';

/** A bar at the top while the next page loads. */
export function ProgressBar() {
  const { isLoading } = useNavigationState();
  return <div className={classes.bar} data-running={isLoading || undefined} aria-hidden />;
}
