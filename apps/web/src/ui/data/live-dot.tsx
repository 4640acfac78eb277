import classes from './live-dot.module.css';

/** Marks content that updates live. */
export const LiveDot = () => <span className={classes.dot} aria-hidden />;
