/** The product's mark: a hearth in a house. Organizations without a logo of their own show it too. */
export const Logo = ({ size = 28 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 28 28" aria-hidden="true">
    <rect width="28" height="28" rx="6" fill="var(--tide-7)" />
    <path
      d="M6.5 13 14 6.5 21.5 13v7a1.5 1.5 0 0 1-1.5 1.5H8A1.5 1.5 0 0 1 6.5 20Z"
      fill="none"
      stroke="#fff"
      strokeWidth="1.75"
      strokeLinejoin="round"
    />
    <path
      d="M14 11.5c.4 2 2.6 2.7 2.6 5a2.6 2.6 0 0 1-5.2 0c0-1.2.7-1.800 1.200-2.400.3.7.8.9 1.100.7.4-.9-.1-2.100.3-3.300Z"
      fill="#fff"
    />
  </svg>
);
