import css from './thin-bar.module.css';

/** A line that moves along the top edge of the page. What is loading says so itself; this is for the eyes alone. */
export const ThinBar = () => <div className={css.bar} aria-hidden data-print="hide" />;
