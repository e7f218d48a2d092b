/** What is said to somebody whose session ended because nothing happened. */
export const timedOut =
  'You were signed out after 30 minutes without activity. Sign in to continue where you left off.';
