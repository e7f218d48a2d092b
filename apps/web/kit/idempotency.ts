import { useRef } from 'react';

/** 128 random bits. `crypto.randomUUID` is missing where the page does not come over TLS. */
export const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** A key for creating: the same one as long as the same values are sent, so that a repeated try writes once. */
export const useIdempotencyKey = (): ((values: unknown) => string) => {
  const last = useRef<{ values: unknown; key: string } | undefined>(undefined);
  return (values) => {
    const { current } = last;
    if (current && current.values === values) return current.key;
    const key = randomKey();
    last.current = { values, key };
    return key;
  };
};
