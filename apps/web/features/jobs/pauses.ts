/** The shortest and the longest pause, in milliseconds. */
const [shortest, longest] = [1000, 15_000];

/** How long to wait before asking again, when something was watched for so many milliseconds: a quarter of it. */
export const pauseAfter = (watched: number): number => Math.min(Math.max(watched / 4, shortest), longest);
