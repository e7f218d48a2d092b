import { useEffect, useState } from 'react';

/** An address for a file that is here only, as for one that was chosen and is not stored yet. */
export const useFileAddress = (file: Blob | null | undefined): string | undefined => {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file) return setAddress(undefined);
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
};
