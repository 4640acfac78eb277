import classes from './live-dot.module.css';

/** A small beacon beside what changes by itself. */
export const LiveDot = () => <span className={classes.dot} aria-hidden />;
